import { describe, expect, it } from 'vitest'
import { worthLeaving } from '../../../src/app/worthLeaving.ts'
import type { Commit } from '../../../src/bus/journal.ts'

const on = (record: string): Pick<Commit, 'reads' | 'patches'> => ({
  reads: [{ entity: 'ticket', id: record, version: 1 }],
  patches: [{ op: 'update', entity: 'ticket', id: record, fields: {} }],
})
const nothing = { reads: [], patches: [] }
const commit = (id: string, actor: Commit['actor'], run: string | null, touched: Pick<Commit, 'reads' | 'patches'>): Commit =>
  ({ id, actor, ...(run === null ? {} : { run: { id: run, tool: 'raise' } }), ...touched }) as unknown as Commit
const ids = (commits: readonly Commit[], isOpen = true): readonly string[] => worthLeaving(commits, () => isOpen).map(({ id }) => id)

describe('what a page leaves behind', () => {
  const run = [commit('began', 'agent', 'r1', nothing), commit('did', 'agent', 'r1', on('T-1'))]

  it('is all a person did, runs they began included', () => {
    expect(ids([commit('a', 'operator', null, on('T-1')), commit('b', 'operator', 'r1', on('T-2')), commit('c', 'system', null, nothing)])).toEqual(['a', 'b', 'c'])
  })

  it('is nothing of an agent’s run whose caller has no answer', () => {
    expect(ids([...run, commit('a', 'operator', null, on('T-2'))])).toEqual(['a'])
  })

  it('is all of one whose caller was told that it holds here', () => {
    expect(ids(run, false)).toEqual(['began', 'did'])
  })

  it('is all of one that a person has gone on with', () => {
    expect(ids([...run, commit('a', 'operator', null, on('T-1'))])).toEqual(['began', 'did', 'a'])
  })

  it('is also what such a run went on with itself, over however many', () => {
    const both = (read: string, written: string) => ({ reads: on(read).reads, patches: on(written).patches })
    const chain = [commit('x', 'agent', 'r2', both('T-8', 'T-2')), commit('y', 'agent', 'r3', both('T-2', 'T-3')), commit('z', 'agent', 'r3', on('T-4'))]
    expect(ids([...run, ...chain, commit('a', 'operator', null, on('T-3'))])).toEqual(['x', 'y', 'z', 'a'])
    expect(ids([...run, ...chain, commit('a', 'operator', null, on('T-9'))])).toEqual(['a'])
  })
})
