import { describe, expect, it } from 'vitest'
import { otherPages } from '../../../src/webmcp/approvals/otherPages.ts'
import { turns } from './page.ts'

/** The browser's locks, as far as pages use them. */
function fakeLocks() {
  const held = new Map<string, () => void>()
  const waiting = new Map<string, (() => void)[]>()
  const locks = {
    async request(name: string, options: unknown, work?: () => unknown) {
      const task = (typeof options === 'function' ? options : work) as () => unknown
      while (held.has(name)) await new Promise<void>((go) => waiting.set(name, [...(waiting.get(name) ?? []), go]))
      const gone = new Promise<void>((go) => held.set(name, go))
      await Promise.race([Promise.resolve(task()), gone])
      held.delete(name)
      for (const go of waiting.get(name)?.splice(0) ?? []) go()
    },
    query: () => Promise.resolve({ held: [...held.keys()].map((name) => ({ name })) }),
  }
  return { locks: locks as unknown as LockManager, close: (pageId: string) => held.get(`understudy-page/${pageId}`)?.() }
}

describe('other pages', () => {
  it('are open from when it is found out until they go', async () => {
    const { locks, close } = fakeLocks()
    otherPages('a', locks)
    const b = otherPages('b', locks)
    let told = 0
    b.onChange(() => (told += 1))
    expect(b.isOpen('a')).toBe(false)
    await turns()
    expect([b.isOpen('a'), told]).toEqual([true, 1])
    close('a')
    await turns()
    expect([b.isOpen('a'), told]).toEqual([false, 2])
  })

  it('have gone only once that is known, and whoever asked is told', async () => {
    const { locks, close } = fakeLocks()
    otherPages('a', locks)
    const b = otherPages('b', locks)
    let told = 0
    b.onChange(() => (told += 1))
    expect([b.hasGone('a'), b.hasGone('gone'), b.hasGone('b')]).toEqual([false, false, false])
    await turns()
    expect([b.hasGone('a'), b.hasGone('gone'), b.hasGone('b'), told]).toEqual([false, true, false, 2])
    close('a')
    await turns()
    expect([b.hasGone('a'), told]).toEqual([true, 3])
  })

  it('that are gone, or this page itself, are not open', async () => {
    const { locks } = fakeLocks()
    const b = otherPages('b', locks)
    for (const id of ['gone', 'b']) b.isOpen(id)
    await turns()
    expect([b.isOpen('gone'), b.isOpen('b')]).toEqual([false, false])
  })

  it('cannot be told of without locks', async () => {
    const b = otherPages('b', undefined)
    b.isOpen('a')
    await turns()
    expect([b.isOpen('a'), b.hasGone('a'), b.hasGone('b')]).toEqual([false, true, false])
  })
})
