import { describe, expect, it } from 'vitest'
import { fillIn } from '../../../simulator/run/template.ts'
import type { Json } from '../../../simulator/json.ts'

const variables = new Map<string, Json>([
  ['listed', { recordings: [{ id: 'r1' }, { id: 'r2' }] }],
  ['n', 3],
])

describe('names of earlier values', () => {
  it('become the value itself where they stand alone, and text within a text', () => {
    expect(fillIn({ all: '{{listed.recordings}}', first: '{{ listed.recordings.0.id }}', name: 'tool_{{n}}', n: '{{n}}' }, variables)).toEqual({
      all: [{ id: 'r1' }, { id: 'r2' }],
      first: 'r1',
      name: 'tool_3',
      n: 3,
    })
  })

  it('stand for keys as well', () => {
    expect(fillIn({ '{{listed.recordings.1.id}}': { name: 'ticket' } }, variables)).toEqual({ r2: { name: 'ticket' } })
  })

  it('that stand for nothing are told with what there is', () => {
    expect(() => fillIn('{{draft.id}}', variables)).toThrow('no earlier step is named draft (known: listed, n)')
    expect(() => fillIn('{{listed.recordings.7.id}}', variables)).toThrow('there is no listed.recordings.7')
    expect(() => fillIn('{{listed.constructor}}', variables)).toThrow('there is no listed.constructor')
  })
})
