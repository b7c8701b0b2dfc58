import { describe, expect, it } from 'vitest'
import type { Json } from '../../../simulator/json.ts'
import { compareRuns } from '../../../simulator/panel/session/compareRuns.ts'
import { exportLog } from '../../../simulator/panel/session/keptLog.ts'
import { createKeptRuns, type KeptRun } from '../../../simulator/panel/session/keptRuns.ts'
import type { CallEntry, LogEntry } from '../../../simulator/panel/session/log.ts'
import { commandEntry } from '../../../simulator/panel/session/pageEntries.ts'

const call = (tool: string, value: Json, at: number): CallEntry => ({
  id: at,
  kind: 'call',
  at,
  tool,
  duplicate: 0,
  input: { of: 'abcdefghijk1' },
  sent: { characters: 2, tokens: 1 },
  settled: { value },
  got: null,
  endedAt: at + at,
  aborted: false,
  pinned: false,
  replays: null,
})
const change = (added: string, at: number): LogEntry => ({ id: at, kind: 'tools', at, change: { added: [added], removed: [], changed: [] } })
const command = (name: string, at: number): LogEntry =>
  commandEntry(at, { seq: at, time: new Date(at).toISOString(), command: name, actor: 'agent' })

function run(...entries: readonly LogEntry[]): KeptRun {
  const runs = createKeptRuns()
  runs.keep('run', 0, entries)
  const [kept] = runs.all.value
  if (!kept) throw new Error('Nothing was kept.')
  return kept
}
const told = (left: KeptRun, right: KeptRun) =>
  compareRuns(left, right).map(({ is, left: a, right: b }) => [is, a && `${a.words} ${a.code}`.trim(), b && `${b.words} ${b.code}`.trim()])

describe('two runs side by side', () => {
  it('are the same but for ids, times and durations', () => {
    const left = run(call('draft', { ok: true, draftId: 'bbcdefghijk2' }, 1), change('raise', 2), command('save', 3))
    const right = run(call('draft', { ok: true, draftId: 'zbcdefghijk2' }, 100), change('raise', 105), command('save', 190))
    expect(compareRuns(left, right).map(({ is }) => is)).toEqual(['same', 'same', 'same'])
  })

  it('say where an answer, a code, the list, the page or the order is another', () => {
    const left = run(call('park', { ok: true }, 1), change('park', 2), command('a', 3), command('b', 4), call('park', { ok: true, x: 1 }, 5))
    const right = run(call('park', { ok: false, error: { code: 'STALE' } }, 1), command('b', 2), command('a', 3), call('park', { ok: true, x: 2 }, 4))
    expect(told(left, right)).toEqual([
      ['other', 'park ok', 'park STALE'],
      ['left', '+park', null],
      ['left', 'a by agent', null],
      ['same', 'b by agent', 'b by agent'],
      ['right', null, 'a by agent'],
      ['other', 'park ok', 'park ok'],
    ])
  })

  it('are taken from exported logs, whole', () => {
    const entries = [call('park', { ok: true }, 1), change('park', 2), command('a', 3)]
    const kept = createKeptRuns().take('mine.json', exportLog(entries))
    expect(kept).toMatchObject({ title: 'mine.json', hearsChanges: true })
    expect(compareRuns(run(...entries), kept as KeptRun).map(({ is }) => is)).toEqual(['same', 'same', 'same'])
  })

  it('are taken from what the command line keeps: journal and audit among the calls, and no changes of the list', () => {
    const file = {
      format: 'understudy/simulator-log',
      version: 1,
      report: { title: 'Parks a parcel' },
      entries: [call('park', { ok: true }, 20)],
      evidence: {
        journal: [{ seq: 1, time: new Date(30).toISOString(), command: 'a', actor: 'agent' }],
        audit: [{ id: 'x', time: new Date(10).toISOString(), type: 'approved', tool: 'park' }],
        page: {},
      },
    }
    const kept = createKeptRuns().take('k.json', JSON.stringify(file)) as KeptRun
    expect(kept.title).toBe('Parks a parcel (k.json)')
    const here = run(change('park', 1), call('park', { ok: true }, 2), command('a', 3))
    expect(told(kept, here)).toEqual([
      ['left', 'approved: park', null],
      ['same', 'park ok', 'park ok'],
      ['same', 'a by agent', 'a by agent'],
    ])
  })

  it('refuse what is no log, in words', () => {
    const runs = createKeptRuns()
    expect(runs.take('x.json', '{}')).toBe('The file is no log of the simulator.')
    expect(runs.all.value).toEqual([])
  })

  it('keep the newest twenty', () => {
    const runs = createKeptRuns()
    for (let number = 1; number <= 22; number += 1) runs.keep(`run ${number}`, number, [])
    expect(runs.all.value.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, place) => `run ${22 - place}`))
  })
})
