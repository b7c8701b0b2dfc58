import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { counted } from '../../../.ci/counted.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'counted-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('names each failed test with the first line of why, and a file that does not load', () => {
  const report = path.join(folder, 'report.json')
  const test = (title: string, status: string, ...failureMessages: readonly string[]) => ({ ancestorTitles: ['undo'], title, status, failureMessages })
  const testResults = [
    {
      name: path.join(folder, 'tests/unit/a.test.ts'),
      status: 'failed',
      assertionResults: [test('holds', 'passed'), test('fails', 'failed', '\u001b[31m\nError: expected 1 to be 2\u001b[39m\n    at somewhere'), test('waits', 'skipped')],
    },
    { name: path.join(folder, 'tests/unit/b.test.ts'), status: 'failed', message: 'SyntaxError: no\nmore', assertionResults: [] },
    { name: path.join(folder, 'tests/unit/c.test.ts'), status: 'passed', assertionResults: [test('holds', 'passed')] },
  ]
  writeFileSync(report, JSON.stringify({ numPassedTests: 2, testResults }))
  expect(counted(report, folder)).toEqual({
    passed: 2,
    failed: 2,
    failures: [
      { name: 'tests/unit/a.test.ts > undo > fails', message: 'Error: expected 1 to be 2' },
      { name: 'tests/unit/b.test.ts', message: 'SyntaxError: no' },
    ],
  })
})
