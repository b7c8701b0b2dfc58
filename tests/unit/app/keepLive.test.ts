import { describe, expect, it } from 'vitest'
import { keepLive } from '../../../src/app/keepLive.ts'
import type { Outcome } from '../../../src/storage/settling.ts'
import type { LiveRecording } from '../../../src/teach/recording/types.ts'
import { faultyPort, quota, type FaultyPort } from '../../support/storage.ts'

const live = (recordingId: string, minute: number, steps = 1): LiveRecording =>
  ({ recordingId, startedAt: `2026-11-30T08:0${minute}:00.000Z`, steps: Array.from({ length: steps }, () => ({})) }) as unknown as LiveRecording

interface Keeping {
  readonly stored: readonly string[]
  readonly unsaved: readonly string[]
  readonly pageId: string
  readonly alive: readonly string[]
  readonly upToDate: () => Promise<void>
}

function keeper(port: FaultyPort, { stored = [], unsaved = [], pageId = 'page-1', alive = [], upToDate = () => Promise.resolve() }: Partial<Keeping> = {}) {
  const reported: string[] = []
  /** What becomes of the last commit. */
  const last: { outcome: Outcome } = { outcome: 'stored' }
  const kept = keepLive({
    port,
    pageId,
    living: () => Promise.resolve(new Set(alive)),
    whole: (id) => (stored.includes(id) ? 'stored' : unsaved.includes(id) ? 'unsaved' : 'no'),
    lastCommit: () => 'c1',
    settled: () => Promise.resolve(last.outcome),
    upToDate,
    report: (where) => reported.push(where),
  })
  return { ...kept, reported, last }
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
    const page = keeper(port)
    page.last.outcome = 'unsaved'
    page.save(live('r1', 1))
    await page.dropOnceStored()
    await rest()
    expect(keys(port)).toEqual(['live/r1'])
    // It was ended, not interrupted.
    expect(await page.find()).toBeNull()
    page.last.outcome = 'stored'
    page.retry()
    await rest()
    expect(keys(port)).toEqual([])
    page.save(live('r2', 2))
    await page.dropOnceStored()
    await rest()
    expect(keys(port)).toEqual([])
  })

  it('stay kept where it is in memory alone, and are offered again where it was taken back', async () => {
    const port = faultyPort()
    const page = keeper(port, { unsaved: ['r1'] })
    page.save(live('r1', 1))
    page.save(live('r2', 2))
    page.last.outcome = 'stale'
    await page.dropOnceStored()
    await rest()
    expect(await page.find()).toEqual(live('r2', 2))
    page.drop('r2')
    expect(await page.find()).toBeNull()
    await rest()
    expect(keys(port)).toEqual(['live/r1'])
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

  it('are stored as soon as storage takes anything again; one that has no room keeps no other from being forgotten', async () => {
    const port = faultyPort()
    const page = keeper(port)
    page.save(live('r1', 1))
    await rest()
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    page.save(live('r2', 2))
    page.drop('r1')
    await rest()
    expect([keys(port), page.unstored()]).toEqual([[], { r2: live('r2', 2) }])
    port.fault = () => undefined
    page.retry()
    await rest()
    expect([keys(port), page.unstored()]).toEqual([['live/r2'], {}])
  })

  it('go on from what the page knows once it has heard of all that others did', async () => {
    const port = faultyPort()
    const page = keeper(port, {
      upToDate: async () => {
        await port.set('live/r1', { pageId: 'page-0', value: live('r1', 1, 2) })
      },
    })
    page.put('r1', { ...live('r1', 1) } as never, 'page-0')
    await rest()
    expect(await page.claim('r1')).toEqual(live('r1', 1, 2))
  })

  it('taken over from an earlier page are free for any page until one goes on with them', async () => {
    const port = faultyPort()
    const page = keeper(port)
    page.put('r1', { ...live('r1', 1) } as never, 'page-0')
    await rest()
    const other = keeper(port, { pageId: 'page-2', alive: ['page-1'] })
    expect(await other.find()).toEqual(live('r1', 1))
    page.save(live('r1', 1, 2))
    await rest()
    expect(await other.claim('r1')).toBeNull()
  })

  it('cannot be claimed while another page runs them, nor twice', async () => {
    const port = faultyPort()
    keeper(port).save(live('r1', 1))
    await rest()
    expect(await keeper(port, { pageId: 'page-2', alive: ['page-1'] }).claim('r1')).toBeNull()
    const next = keeper(port, { pageId: 'page-3' })
    expect(await next.claim('r1')).toEqual(live('r1', 1))
    next.save(live('r1', 1, 2))
    await rest()
    expect(await keeper(port, { pageId: 'page-4', alive: ['page-3'] }).claim('r1')).toBeNull()
  })

  it('taken over from an earlier page are found before storage has them', async () => {
    const port = faultyPort()
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    const page = keeper(port)
    page.put('r1', { ...live('r1', 1) } as never)
    expect(await page.find()).toEqual(live('r1', 1))
    const told: boolean[] = []
    page.onAttempt(() => told.push(true))
    port.fault = () => undefined
    page.put('r0', null)
    await rest()
    expect([told, keys(port)]).toEqual([[true], ['live/r1']])
  })

  it('that cannot be read are told of, not thrown', async () => {
    const port = faultyPort()
    port.fault = () => quota()
    const page = keeper(port)
    expect(await page.find()).toBeNull()
    expect(page.reported).toEqual(['running recording'])
  })
})
