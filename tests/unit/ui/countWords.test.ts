import { describe, expect, it } from 'vitest'
import { countWords } from '../../../src/ui/countWords.ts'

describe('counts', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [100_000, '100,000'],
  ])('%i reads %s', (count, words) => {
    expect(countWords(count)).toBe(words)
  })
})
