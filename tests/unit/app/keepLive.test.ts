import { describe, expect, it } from 'vitest'
import { keepLive } from '../../../src/app/keepLive.ts'
import type { LiveRecording } from '../../../src/teach/recording/types.ts'
import { faultyPort, quota, type FaultyPort } from '../../support/storage.ts'

const live = (recordingId: string, minute: number, steps = 1): LiveRecording =>
  ({ recordingId, startedAt: `2026-11-30T08:0${minute}:00.000Z`, steps: Array.from({ length: steps }, () => ({})) }) as unknown as LiveRecording

type Outcome = 'stored' | 'unsaved' | 'stale'

function keeper(port: FaultyPort, { stored = [], settled = 'stored' }: { readonly stored?: readonly string[]; readonly settled?: Outcome } = {}) {
  const reported: string[] = []
  const kept = keepLive({
    port,
    tabId: 'tab-1',
    isStored: (id) => stored.includes(id),
    settled: () => Promise.resolve(settled),
    report: (where) => reported.push(where),
  })
  return { ...kept, reported }
}

/** Until the port has answered all that was asked of it. */
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
const keys = ({ values }: FaultyPort): readonly string[] => [...values.keys()].sort()

describe('running recordings', () => {
  it('are kept beside each other, and the one begun last is found first', async () => {
    const port = faultyPort()
    const page = keeper(port)
    page.save(live('r1', 1))
    page.save(live('r2', 2))
    page.save(live('r2', 2, 2))
    await rest()
    expect(keys(port)).toEqual(['live/r1', 'live/r2'])
    const next = keeper(port)
    expect(await next.find()).toEqual(live('r2', 2, 2))
    next.drop('r2')
    expect(await next.find()).toEqual(live('r1', 1))
    await rest()
    expect(keys(port)).toEqual(['live/r1'])
  })

  it('stay kept until what came of them is stored', async () => {
    const port = faultyPort()
    const refused = keeper(port, { settled: 'unsaved' })
    refused.save(live('r1', 1))
    await refused.dropOnceStored()
    await rest()
    expect(keys(port)).toEqual(['live/r1'])
    const through = keeper(port)
    through.save(live('r1', 1))
    await through.dropOnceStored()
    await rest()
    expect(keys(port)).toEqual([])
  })

  it('are not offered, and are forgotten, where the recording is stored whole', async () => {
    const port = faultyPort()
    keeper(port).save(live('r1', 1))
    await rest()
    expect(await keeper(port, { stored: ['r1'] }).find()).toBeNull()
    await rest()
    expect(keys(port)).toEqual([])
  })

  it('are unstored while storage is at work or refuses, and stored with the next step', async () => {
    const port = faultyPort()
    const page = keeper(port)
    port.fault = () => quota()
    page.save(live('r1', 1))
    await rest()
    expect(page.unstored()).toEqual({ r1: live('r1', 1) })
    port.fault = () => undefined
    page.save(live('r1', 1, 2))
    page.drop('r0')
    expect(page.unstored()).toEqual({ r0: null, r1: live('r1', 1, 2) })
    await rest()
    expect(page.unstored()).toEqual({})
    expect(keys(port)).toEqual(['live/r1'])
  })

  it('that cannot be read are told of, not thrown', async () => {
    const port = faultyPort()
    port.fault = () => quota()
    const page = keeper(port)
    expect(await page.find()).toBeNull()
    expect(page.reported).toEqual(['running recording'])
  })
})
