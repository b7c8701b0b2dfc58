import { describe, expect, it } from 'vitest'
import { matchOptions, type Option } from '../../../src/ui/matchOptions.ts'

const options: readonly Option[] = ['On hold', 'Hold music', 'Threshold', 'Open', 'Helping an old lady'].map((label) => ({ value: label, label }))
const found = (typed: string, list = options): readonly string[] => matchOptions(list, typed).map((option) => option.value)

describe('matchOptions', () => {
  it('puts a beginning before the start of a word, that before the middle of one, and letters in order last', () => {
    expect(found('hold')).toEqual(['Hold music', 'On hold', 'Threshold', 'Helping an old lady'])
  })

  it('keeps the order of equals, and everything when nothing was typed', () => {
    expect(found('o')).toEqual(['On hold', 'Open', 'Helping an old lady', 'Hold music', 'Threshold'])
    expect(found('  ')).toEqual(options.map((option) => option.value))
  })

  it('does not care for case, and finds by other words as well', () => {
    expect(found('MIKA', [{ value: 'mo', label: 'M. Oduya', keywords: 'mika@example.org' }])).toEqual(['mo'])
  })

  it('finds nothing where nothing fits', () => {
    expect(found('xyz')).toEqual([])
  })
})
