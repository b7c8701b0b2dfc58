import { plain } from '../../bus/words.ts'
import type { Finding } from '../../teach/generalize/types.ts'
import { listed } from '../../teach/words/labels.ts'
import type { StepWords } from '../library/types.ts'

/**
 * Findings with the numbers of the steps they are about, so that each can be found among the steps beneath. What is said
 * of several in the same words is said once.
 */
export function atSteps(findings: readonly Finding[], steps: readonly StepWords[]): readonly Finding[] {
  const numbers = new Map(steps.map(({ as, number }) => [as, number]))
  const groups = new Map<string, { readonly first: Finding; readonly at: Set<number> }>()
  for (const finding of findings) {
    const key = `${finding.level} ${plain(finding.words)}`
    const group = groups.get(key) ?? { first: finding, at: new Set<number>() }
    groups.set(key, group)
    const number = finding.step === undefined ? undefined : numbers.get(finding.step)
    if (number !== undefined) group.at.add(number)
  }
  return [...groups.values()].map(({ first, at }) => {
    const all = [...at].sort((a, b) => a - b)
    if (all.length === 0) return first
    return { ...first, words: [...first.words, `: ${placesOf(all)}`] }
  })
}

const placesOf = (numbers: readonly number[]): string => `${numbers.length === 1 ? 'step' : 'steps'} ${listed(numbers.map(String))}`
