import { describe, expect, it } from 'vitest'
import { pageLock, webLock } from '../../../src/storage/lock.ts'

describe('pageLock', () => {
  it('runs one piece of work after the other, also after one that failed', async () => {
    const lock = pageLock()
    const seen: string[] = []
    const work = (name: string, fails = false) => async (): Promise<string> => {
      seen.push(`${name} begins`)
      await Promise.resolve()
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
    const turns = await Promise.allSettled([lock.run(work('a', true)), lock.run(work('b'))])
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
    expect(turns).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'b' }])
  })
})

describe('webLock', () => {
  type Request = (name: string, options: LockOptions, callback: () => Promise<void>) => Promise<void>
  const manager = (request: Request): Pick<LockManager, 'request'> => ({ request }) as unknown as Pick<LockManager, 'request'>

  it('runs the work under the lock and hands its outcome on', async () => {
    const names: string[] = []
    const lock = webLock(manager((name, _, callback) => (names.push(name), callback())))
    expect(await lock.run(() => Promise.resolve(7))).toBe(7)
    expect(names).toEqual(['understudy-log'])
    await expect(lock.run(() => Promise.reject(new Error('inside')))).rejects.toThrow('inside')
  })

  it('gives up when its turn does not come', async () => {
    const lock = webLock(
      manager((_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))),
      { waitMs: 5 },
    )
    await expect(lock.run(() => Promise.resolve(1))).rejects.toMatchObject({ kind: 'hung', message: 'Another tab has kept storage busy for too long.' })
  })
})
