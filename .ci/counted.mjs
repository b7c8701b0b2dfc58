import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * What vitest's JSON report says: how many tests passed and failed, and of each failed one its file, its names and the
 * first line of why.
 */
export function counted(report, root) {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const failures = testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const named = failed.map(({ ancestorTitles, title, failureMessages }) => ({ names: [...ancestorTitles, title], message: failureMessages[0] }))
    // A file that does not load fails without naming a test.
    const whole = named.length === 0 && file.status === 'failed' ? [{ names: [], message: file.message }] : []
    return [...named, ...whole].map(({ names, message }) => ({ name: [relative(root, file.name), ...names].join(' > '), message: firstLine(message) }))
  })
  return { passed: numPassedTests, failed: failures.length, failures }
}

/** @param message as the reporter gives it, in colours for a terminal or not */
const firstLine = (message = '') => stripVTControlCharacters(message).split('\n').find((line) => line.trim() !== '')?.trim() ?? ''
