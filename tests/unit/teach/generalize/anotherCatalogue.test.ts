import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { demonstratedArgs } from '../../../../src/teach/generalize/demonstratedArgs.ts'
import { generalize } from '../../../../src/teach/generalize/generalize.ts'
import type { Edit, Generalized } from '../../../../src/teach/generalize/types.ts'
import { verify } from '../../../../src/teach/generalize/checks/verify.ts'
import type { Trace } from '../../../../src/teach/recording/types.ts'
import { argOf, paramsOf } from './learning.ts'
import { lent, loansIndex, loansValidators, OPEN, taken, TYPED } from './loans.ts'

function learnt(trace: Trace, edits: readonly Edit[] = []): Generalized {
  const result = generalize([trace], loansIndex, {}, edits)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

const failed = (learned: Generalized, trace: Trace) =>
  verify(learned.procedure, [trace], loansIndex, loansValidators)
    .filter(({ ok }) => !ok)
    .map(({ kind, step, words }) => [kind, step, plain(words)])

describe('a catalogue of another trade', () => {
  it('reads kinds, lists, sorts and edits from its schemas', () => {
    const trace = lent((act) => {
      act('find_books', { order: 'long' }, { order: TYPED })
      act('open_book', { no: 'B3' }, taken(0))
      act('lend', { no: 'B3', heldBy: 'r-bo' }, OPEN)
      act('mark', { no: 'B3', marks: ['old', 'lent'] }, OPEN)
    })
    const learned = learnt(trace)
    expect(paramsOf(learned)).toEqual({ new_reader: false })
    expect(learned.procedure.params[0]?.schema.type).toBe('string')
    expect(argOf(learned, 'open_book', 'no')).toEqual({ op: 'pick', list: 's1', choose: { by: 'first' } })
    expect(argOf(learned, 'mark', 'marks')).toMatchObject({ op: 'add', items: [{ op: 'const', value: 'lent' }] })
    expect(failed(learned, trace)).toEqual([])
  })

  it('numbers and text of a write are constants until a person makes them parameters', () => {
    const trace = lent((act) => {
      act('open_book', { no: 'B2' })
      act('count_pages', { no: 'B2', pages: 321 }, { pages: TYPED })
    })
    expect(argOf(learnt(trace), 'count_pages', 'pages')).toEqual({ op: 'const', value: 321 })
    const edited = learnt(trace, [{ edit: 'parameter', step: 's2', leaf: 'pages' }])
    expect(paramsOf(edited)).toEqual({ target_book: true, new_pages: true })
    expect(demonstratedArgs(edited.procedure, trace, loansIndex)).toEqual({ target_book: 'B2', new_pages: 321 })
    expect(failed(edited, trace)).toEqual([])
  })

  it('a reference copied from another field of a book that was only looked at', () => {
    const trace = lent((act) => {
      act('open_book', { no: 'B2' })
      act('open_book', { no: 'B4' })
      act('lend', { no: 'B4', heldBy: 'r-cy' }, OPEN)
    })
    const learned = learnt(trace)
    expect(argOf(learned, 'lend', 'heldBy')).toEqual({ op: 'out', step: 's1', path: 'waiting' })
    expect(paramsOf(learned)).toEqual({ source_book: true, target_book: true })
    expect(failed(learned, trace)).toEqual([])
  })

  it('several records in one leaf are one parameter', () => {
    const trace = lent((act) => act('put_all', { books: ['B2', 'B4'], shelf: 'desk' }, { books: { how: 'selection', of: 'hand' } }))
    const learned = learnt(trace)
    expect(learned.procedure.params.map(({ name, schema }) => [name, schema.type])).toEqual([['target_books', 'array']])
    expect(demonstratedArgs(learned.procedure, trace, loansIndex)).toEqual({ target_books: ['B2', 'B4'] })
    expect(failed(learned, trace)).toEqual([])
  })

  it('several records in one leaf, one of them used elsewhere too: one parameter each', () => {
    const trace = lent((act) => {
      act('open_book', { no: 'B4' })
      act('lend', { no: 'B4', heldBy: null }, OPEN)
      act('lend', { no: 'B4', heldBy: 'r-bo' }, OPEN)
      act('put_all', { books: ['B2', 'B4'], shelf: 'desk' })
    })
    const learned = learnt(trace)
    expect(paramsOf(learned)).toEqual({ first_book: true, second_book: true, new_reader: false })
    expect(demonstratedArgs(learned.procedure, trace, loansIndex)).toEqual({ first_book: 'B4', second_book: 'B2', new_reader: 'r-bo' })
    expect(failed(learned, trace)).toEqual([])
  })

  it('one of a list cut short is not the only one', () => {
    const trace = lent((act) => {
      act('find_books', { words: 'Sea', most: 1 }, { words: TYPED, most: TYPED })
      act('open_book', { no: 'B1' }, taken(0))
      act('put', { no: 'B1', shelf: 'B' }, OPEN)
    })
    const learned = learnt(trace)
    expect(argOf(learned, 'open_book', 'no')).toMatchObject({ op: 'pick', choose: { by: 'id' } })
    expect(paramsOf(learned)).toEqual({ target_book: true })
  })

  it('a write that adds each time it is done is found out', () => {
    const trace = lent((act) => {
      act('open_book', { no: 'B2' })
      act('jot', { no: 'B2', words: 'seen' }, OPEN)
    })
    expect(failed(learnt(trace), trace)).toEqual([['again', 's2', 'Step 2 changed the notes of the same record once more when run again']])
  })

  it('a list that passes over what does not exist is found out', () => {
    const trace = lent((act) => {
      act('find_books', { heldBy: 'r-ada' }, { heldBy: TYPED })
      act('open_book', { no: 'B1' }, taken(0))
      act('put', { no: 'B1', shelf: 'B' }, OPEN)
    })
    expect(failed(learnt(trace), trace)).toEqual([['missing', 's1', 'Step 1 wrote although reader named nothing that exists']])
  })
})
