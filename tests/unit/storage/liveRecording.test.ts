import { describe, expect, it } from 'vitest'
import { dropLive, saveLive, takeLive } from '../../../src/storage/liveRecording.ts'
import { faultyPort, quota } from '../../support/storage.ts'

describe('a running recording', () => {
  it('is offered after its tab went away, as it was at its last step, until it is dropped', async () => {
    const port = faultyPort()
    await saveLive(port, 'tab-1', { steps: [1] })
    await saveLive(port, 'tab-1', { steps: [1, 2] })
    expect(await takeLive(port)).toEqual({ tabId: 'tab-1', value: { steps: [1, 2] } })
    expect(await takeLive(port)).not.toBeNull()
    await dropLive(port, 'tab-1')
    expect(await takeLive(port)).toBeNull()
  })

  it('is left to a tab that still runs it', async () => {
    const port = faultyPort()
    await saveLive(port, 'alive', 1)
    expect(await takeLive(port, (tabId) => tabId === 'alive')).toBeNull()
    await saveLive(port, 'dead', 2)
    expect(await takeLive(port, (tabId) => tabId === 'alive')).toEqual({ tabId: 'dead', value: 2 })
  })

  it('is passed over when it cannot be read', async () => {
    const port = faultyPort(new Map<string, unknown>([['live/a', 'torn'], ['live/b', { tabId: 'b', value: 3 }]]))
    expect(await takeLive(port)).toEqual({ tabId: 'b', value: 3 })
  })

  it('case T02: a refusal reaches the caller, who still has the recording', async () => {
    const port = faultyPort()
    port.fault = () => quota()
    await expect(saveLive(port, 'tab-1', {})).rejects.toMatchObject({ name: 'QuotaExceededError' })
  })
})
