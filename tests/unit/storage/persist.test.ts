import { describe, expect, it } from 'vitest'
import { askToPersist } from '../../../src/storage/persist.ts'
import { faultyPort } from '../../support/storage.ts'

describe('askToPersist', () => {
  it('asks the browser to keep the data once in the life of the store', async () => {
    const stored = faultyPort()
    let asked = 0
    const persistence = { persisted: () => Promise.resolve(false), persist: () => Promise.resolve(((asked += 1), false)) }
    for (let load = 0; load < 3; load += 1) expect(await askToPersist(stored, persistence)).toBe(false)
    expect(asked).toBe(1)
  })

  it('does not mind a browser that cannot be asked', async () => {
    const never = (): Promise<never> => new Promise<never>(() => undefined)
    expect(await askToPersist(faultyPort(), { persisted: () => Promise.reject(new Error('no')), persist: never })).toBe(false)
    expect(await askToPersist(faultyPort(), undefined)).toBe(false)
  })
})
