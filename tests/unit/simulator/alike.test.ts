import { afterEach, describe, expect, it, vi } from 'vitest'
import { logOf, scriptOf } from '../../../simulator/headless/keptRun.ts'
import { recordRun } from '../../../simulator/headless/recordRun.ts'
import { importLog, importRun } from '../../../simulator/panel/session/keptLog.ts'
import { alike } from '../../../simulator/run/alike.ts'
import type { RunState } from '../../../simulator/run/runState.ts'
import { fakeDriver } from './fakeDriver.ts'

const evidence = (id: string, other: string, time: string, priority = 'high') => ({
  journal: [{ seq: 4, time, command: 'set', input: { id, priority } }],
  audit: [{ id: other, time, type: 'approved', digest: 'f'.repeat(64), detail: { text: `run ${id}`, after: 731 } }],
  page: { rows: [{ [id]: 1 }] },
})

describe('what happened on two pages', () => {
  it('is the same when only ids, times and measurements differ', () => {
    const one = alike(evidence('abcdefghijk1', 'zzzzzzzzzzzz', '2026-11-30T10:00:00.000Z'))
    expect(one).toEqual(alike(evidence('kkkkkkkkkkkk', '000000000001', '2027-01-01T00:00:00.000Z')))
    expect(one).not.toEqual(alike(evidence('abcdefghijk1', 'abcdefghijk1', '2026-11-30T10:00:00.000Z')))
    expect(one).not.toEqual(alike(evidence('abcdefghijk1', 'zzzzzzzzzzzz', '2026-11-30T10:00:00.000Z', 'low')))
  })
})

describe('a run kept by the command line', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('can be taken in by the panel', async () => {
    const { driver, entries } = recordRun(fakeDriver({ tool: () => ({ ok: true }) }).driver, () => Promise.resolve([]))
    const [call] = await driver.start([{ name: 'tool', input: { a: 1 } }])
    await call?.done
    const text = JSON.stringify({ format: 'understudy/simulator-log', version: 1, host: 'native', entries })
    expect(importLog(text)).toMatchObject([{ tool: 'tool', input: { a: 1 }, settled: { value: { ok: true } }, sent: { characters: 7 } }])
  })

  it('tells of the list, of faults, and of what was before a reload, and gives a script that says the same', async () => {
    // What happens in one millisecond stands in the order in which it was told: the clock moves by hand.
    vi.useFakeTimers({ toFake: ['Date'] })
    const page = fakeDriver({ tool: () => ({ ok: true }) })
    const heard = [{ at: Date.now(), change: { added: ['tool'], removed: [], changed: [] } }]
    const { driver, entries, earlier } = recordRun(page.driver, () => Promise.resolve(heard.splice(0)))
    await driver.fault('no-signal', { on: true, value: 0 })
    page.journal.push({ seq: 1, time: new Date().toISOString(), command: 'select_ticket', actor: 'operator', source: 'list', input: { ticketId: 'T-1' } })
    vi.advanceTimersByTime(1)
    await driver.reload(() => ({}) as RunState)
    page.journal.splice(0)
    await (await driver.start([{ name: 'tool', input: {} }]))[0]?.done
    const report = { title: 'x', ok: true, steps: [], left: 0, ms: 1 }
    const log = logOf('native', { entries, earlier, report, evidence: await driver.evidence() })
    expect(importRun(log)).toMatchObject({ hearsChanges: true })
    expect(scriptOf(log, 'x')).toMatchObject({
      leftOut: [],
      script: {
        steps: [{ fault: 'no-signal', on: true }, { waitForTool: 'tool' }, { human: 'open', ticket: 'T-1' }, { human: 'reload' }, { call: 'tool', expect: { ok: true } }],
      },
    })
  })
})
