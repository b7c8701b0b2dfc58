import { describe, expect, it } from 'vitest'
import type { Commit } from '../../../src/bus/journal.ts'
import { checkChain } from '../../../src/storage/checkChain.ts'
import { logKey } from '../../../src/storage/keys.ts'
import { GENESIS, sealEntry, type LogEntry } from '../../../src/storage/logEntry.ts'
import { memoryPort } from '../../../src/storage/memoryPort.ts'
import type { StoragePort } from '../../../src/storage/port.ts'

const commit = (id: string): Commit => ({
  id,
  time: '2026-11-30T09:00:00.000Z',
  actor: 'operator',
  source: 'test',
  entries: [],
  patches: [],
  reads: [],
  undoable: false,
})

/** A store with a whole log from one number to another. */
async function storeOf(from: number, to: number): Promise<StoragePort> {
  const port = memoryPort()
  let prev = GENESIS
  for (let seq = 1; seq <= to; seq += 1) {
    const entry = sealEntry({ seq, prev, tab: 'a', commit: commit(`c${seq}`) })
    if (seq >= from) await port.set(logKey(seq), entry)
    prev = entry.hash
  }
  return port
}

const entryAt = async (port: StoragePort, seq: number): Promise<LogEntry> => (await port.get(logKey(seq))) as LogEntry

describe('the chain of the stored log', () => {
  it('is whole when nothing was touched, also after its front was trimmed', async () => {
    for (const from of [1, 4]) {
      const report = await checkChain(await storeOf(from, 8))
      expect(report.faults).toEqual([])
      expect(report.entries.map((entry) => entry.seq)).toEqual(Array.from({ length: 9 - from }, (_, place) => from + place))
    }
  })

  it('is broken at an entry whose content was changed', async () => {
    const port = await storeOf(1, 5)
    const entry = await entryAt(port, 3)
    await port.set(logKey(3), { ...entry, commit: { ...entry.commit, actor: 'agent' } })
    const report = await checkChain(port)
    expect(report.faults).toEqual([{ seq: 3, problem: 'does not match its hash' }])
    expect(report.entries.map(({ seq }) => seq)).toEqual([1, 2, 4, 5])
  })

  it('is broken after an entry that was changed and sealed anew', async () => {
    const port = await storeOf(1, 5)
    const entry = await entryAt(port, 3)
    await port.set(logKey(3), sealEntry({ ...entry, commit: commit('forged') }))
    expect((await checkChain(port)).faults).toEqual([{ seq: 4, problem: 'does not continue the one before it' }])
  })

  it('is broken where entries are missing; one that was set aside is told as such', async () => {
    const port = await storeOf(1, 6)
    await port.remove(logKey(3))
    await port.remove(logKey(5))
    await port.set(`aside/${logKey(5)}`, 'what it was')
    expect((await checkChain(port)).faults).toEqual([
      { seq: 3, problem: 'is missing' },
      { seq: 5, problem: 'could not be read and was set aside' },
    ])
  })

  it('names a wide gap once', async () => {
    const port = await storeOf(1, 20)
    for (let seq = 4; seq <= 14; seq += 1) await port.remove(logKey(seq))
    expect((await checkChain(port)).faults).toEqual([{ seq: 4, problem: 'is missing, and so are the 10 after it' }])
  })

  it('is broken at a first entry that does not begin it', async () => {
    const port = await storeOf(1, 2)
    await port.set(logKey(1), sealEntry({ ...(await entryAt(port, 1)), prev: 'f'.repeat(64) }))
    expect((await checkChain(port)).faults.map(({ seq }) => seq)).toEqual([1, 2])
  })
})
