import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Showing } from '../../../src/stores/showing.ts'
import type { RunView } from '../../../src/webmcp/runs/api.ts'

/** Runs that begin and end when the test says so. */
function fakeRuns(): { begin(): void; end(): void; active(): readonly RunView[]; onChange(listener: () => void): () => void } {
  const listeners: (() => void)[] = []
  let count = 0
  const change = (by: number) => (): void => {
    count += by
    for (const listener of listeners) listener()
  }
  return {
    begin: change(1),
    end: change(-1),
    active: () => Array.from<RunView>({ length: count }),
    onChange: (listener) => {
      listeners.push(listener)
      return () => undefined
    },
  }
}

function shown(): { readonly showing: Showing; readonly runs: ReturnType<typeof fakeRuns>; readonly told: string[]; tell(what: string): void } {
  const showing = new Showing()
  const runs = fakeRuns()
  showing.follow(runs, () => Promise.resolve())
  const told: string[] = []
  const listeners = new Map<string, () => void>()
  const tell = (what: string): void => {
    const listener = listeners.get(what) ?? (() => told.push(what))
    listeners.set(what, listener)
    showing.tell(listener)
  }
  return { showing, runs, told, tell }
}

describe('what views hear', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('they hear at once while nothing runs', () => {
    const { told, tell } = shown()
    tell('a')
    tell('a')
    expect(told).toEqual(['a', 'a'])
  })

  it('of a run they hear once, after its answer', async () => {
    const { runs, told, tell } = shown()
    runs.begin()
    tell('a')
    tell('b')
    tell('a')
    runs.end()
    tell('b')
    expect(told).toEqual([])
    await Promise.resolve()
    expect(told).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(told).toEqual(['a', 'b'])
  })

  it('of a long run they hear while it goes on', async () => {
    const { runs, told, tell } = shown()
    runs.begin()
    tell('a')
    await vi.advanceTimersByTimeAsync(30)
    expect(told).toEqual(['a'])
    tell('b')
    await vi.advanceTimersByTimeAsync(30)
    expect(told).toEqual(['a', 'b'])
  })

  it('while another runs, the end of one shows nothing early', async () => {
    const { runs, told, tell } = shown()
    runs.begin()
    runs.begin()
    tell('a')
    runs.end()
    await Promise.resolve()
    expect(told).toEqual([])
    runs.end()
    await Promise.resolve()
    expect(told).toEqual(['a'])
  })

  it('who has left hears nothing more', async () => {
    const { showing, runs } = shown()
    const told: string[] = []
    const sources = new Set<() => void>()
    const leave = showing.of((listener) => {
      sources.add(listener)
      return () => sources.delete(listener)
    })(() => told.push('a'))
    runs.begin()
    for (const source of sources) source()
    leave()
    runs.end()
    await Promise.resolve()
    expect(told).toEqual([])
    expect(sources.size).toBe(0)
  })
})
