import { describe, expect, it } from 'vitest'
import type { Commit } from '../../../src/bus/journal.ts'
import type { Patch } from '../../../src/bus/state.ts'
import { rebase } from '../../../src/storage/rebase.ts'
import { entities } from '../../support/storage.ts'

const retitle = (id: string, from: string, to: string): Patch => ({ op: 'update', entity: 'note', id, fields: { title: { from, to } } })
const set = (id: string, from: string, to: string): Patch => ({ op: 'update', entity: 'setting', id, fields: { value: { from, to } } })

const commit = (id: string, patches: readonly Patch[], reads: readonly string[] = []): Commit => ({
  id,
  time: '',
  actor: 'operator',
  source: 'test',
  entries: [],
  patches,
  reads: reads.map((read) => ({ entity: 'note', id: read, version: 1 })),
  undoable: true,
})

const ids = (commits: readonly Commit[]): string[] => commits.map(({ id }) => id)

describe('rebase', () => {
  it('keeps what has nothing to do with the changes of others', () => {
    const result = rebase([commit('c1', [retitle('n1', 'a', 'b')], ['n1'])], [retitle('n2', 'a', 'z')], entities)
    expect(result).toMatchObject({ stale: [], rollback: [], again: [] })
    expect(ids(result.kept)).toEqual(['c1'])
  })

  it('names the record a commit lost, and takes stale commits back in reverse', () => {
    const pending = [commit('c1', [retitle('n1', 'a', 'b')]), commit('c2', [retitle('n1', 'b', 'c')])]
    const result = rebase(pending, [retitle('n1', 'a', 'z')], entities)
    expect(result.stale.map(({ commit: { id }, id: record }) => [id, record])).toEqual([['c1', 'n1'], ['c2', 'n1']])
    expect(result.rollback).toEqual([retitle('n1', 'c', 'b'), retitle('n1', 'b', 'a')])
  })

  it('what relied on another record of a stale commit is stale as well', () => {
    const pending = [commit('run', [retitle('n1', 'a', 'b'), retitle('n2', 'a', 'b')]), commit('c2', [retitle('n3', 'a', 'b')], ['n2']), commit('c3', [retitle('n4', 'a', 'b')])]
    const result = rebase(pending, [retitle('n1', 'a', 'z')], entities)
    expect(result.stale.map(({ commit: { id } }) => id)).toEqual(['run', 'c2'])
    expect(ids(result.kept)).toEqual(['c3'])
  })

  it('what only says that something happened is never stale', () => {
    expect(ids(rebase([commit('seen', [], ['n1'])], [retitle('n1', 'a', 'z')], entities).kept)).toEqual(['seen'])
  })

  it('puts writes to records without a version back on top of the changes of others', () => {
    const result = rebase([commit('c1', [set('theme', 'a', 'b'), set('size', 'a', 'b')])], [set('theme', 'a', 'z')], entities)
    expect(result.stale).toEqual([])
    expect(result.again).toEqual([set('theme', 'a', 'b')])
  })
})
