import { describe, expect, it } from 'vitest'
import { dropLive, findLive, saveLive } from '../../../src/storage/liveRecording.ts'
import { faultyPort, quota } from '../../support/storage.ts'

describe('a running recording', () => {
  it('is found after its page went away, as it was at its last step, until it is dropped; others beside it', async () => {
    const port = faultyPort()
    const one = { recordingId: 'r1', pageId: 'tab-1', value: { steps: [1, 2] } }
    const other = { recordingId: 'r2', pageId: 'tab-1', value: { steps: [9] } }
    await saveLive(port, { ...one, value: { steps: [1] } })
    await saveLive(port, one)
    await saveLive(port, other)
    expect(await findLive(port)).toEqual([one, other])
    await dropLive(port, 'r1')
    expect(await findLive(port)).toEqual([other])
  })

  it('is left to a page that still runs it', async () => {
    const port = faultyPort()
    await saveLive(port, { recordingId: 'r1', pageId: 'alive', value: 1 })
    await saveLive(port, { recordingId: 'r2', pageId: 'dead', value: 2 })
    expect(await findLive(port, (pageId) => pageId === 'alive')).toEqual([{ recordingId: 'r2', pageId: 'dead', value: 2 }])
  })

  it('is passed over when it cannot be read', async () => {
    const port = faultyPort(new Map<string, unknown>([['live/a', 'torn'], ['live/b', { pageId: 'b', value: 3 }]]))
    expect(await findLive(port)).toEqual([{ recordingId: 'b', pageId: 'b', value: 3 }])
  })

  it('case T02: a refusal reaches the caller, who still has the recording', async () => {
    const port = faultyPort()
    port.fault = () => quota()
    await expect(saveLive(port, { recordingId: 'r1', pageId: 'tab-1', value: {} })).rejects.toMatchObject({ name: 'QuotaExceededError' })
  })
})
