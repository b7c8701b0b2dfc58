import { describe, expect, it } from 'vitest'
import { recordCalls } from '../../../simulator/headless/recordCalls.ts'
import { importLog } from '../../../simulator/panel/session/keptLog.ts'
import { alike } from '../../../simulator/run/alike.ts'
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
  it('can be taken in by the panel', async () => {
    const { driver, calls } = recordCalls(fakeDriver({ tool: () => ({ ok: true }) }).driver)
    const [call] = await driver.start([{ name: 'tool', input: { a: 1 } }])
    await call?.done
    await Promise.resolve()
    const text = JSON.stringify({ format: 'understudy/simulator-log', version: 1, host: 'native', entries: calls })
    expect(importLog(text)).toMatchObject([{ tool: 'tool', input: { a: 1 }, settled: { value: { ok: true } }, sent: { characters: 7 } }])
  })
})
