import { describe, expect, it } from 'vitest'
import { summaryOf, tableOf } from '../../bench/agent/summary.ts'
import type { Outcome } from '../../bench/agent/tally.ts'

const outcome = (job: string, more: Partial<Outcome> = {}): Outcome => ({ job, calls: 1, definitions: 80, input: 10, output: 10, ms: 10, wrong: null, ...more })

describe('what jobs cost an agent', () => {
  const driven = ['a', 'b'].map((job) => outcome(job, { calls: 6, output: 9_910, ms: 900 }))

  it('is told as medians, job by job against driving the page, with its targets', () => {
    const summary = summaryOf([{ way: 'tool', outcomes: [outcome('a'), outcome('b', { ms: 20 })] }, { way: 'clicks', outcomes: driven }], { tools: 5, tokens: 900 })
    expect(summary.ways[0]).toMatchObject({ done: 2, calls: 1, tokens: 100, mostTokens: 100, ms: 15 })
    expect([summary.fewerTokens, summary.faster]).toEqual([100, 67.5])
    expect(Object.values(summary.targets).every(Boolean)).toBe(true)
  })

  it('misses each target by itself, and names what was not done', () => {
    const missed = (tool: Partial<Outcome>, library = 900): readonly string[] => {
      const { targets } = summaryOf([{ way: 'tool', outcomes: ['a', 'b'].map((job) => outcome(job, tool)) }, { way: 'clicks', outcomes: driven }], { tools: 5, tokens: library })
      return Object.keys(targets).filter((target) => !targets[target])
    }
    expect(missed({ output: 511 })).toEqual(['at most 600 tokens a job'])
    expect(missed({}, 1_981)).toEqual(['at most 2,000 with all definitions'])
    expect(missed({ calls: 2 })).toEqual(['one call'])
    expect(missed({ ms: 19 })).toEqual(['at least 50 times faster'])
    expect(missed({ output: 950 })).toEqual(['at most 600 tokens a job', 'at least 10 times fewer tokens'])
    expect(missed({ wrong: 'changed T-1' })).toEqual(['all right'])
  })

  it('stands in a table with each failure', () => {
    const summary = summaryOf([{ way: 'tool', outcomes: [outcome('a'), outcome('b', { wrong: 'changed T-1' })] }, { way: 'clicks', outcomes: driven }], { tools: 5, tokens: 900 })
    expect(tableOf(summary)).toContain('1 of 2')
    expect(tableOf(summary)).toContain('tool, b: changed T-1')
  })
})
