import { describe, expect, it } from 'vitest'
import { endOf } from '../../bench/generalize/evaluate.ts'
import { NO_CHANGES, type GoldRun } from '../../bench/generalize/execute.ts'

const run = (ok: boolean, changes: string, ...sides: readonly string[]): { readonly gold: GoldRun } => ({
  gold: { ok, changes, actions: [], sides: new Set(sides) },
})
const did = (ok: boolean, changes = NO_CHANGES) => ({ ok, changes, why: 'REFUSED' })
const end = (...args: Parameters<typeof endOf>): string => endOf(...args).end

describe('how a run ended', () => {
  const none = new Set<string>()
  it('is exact when the state is gold’s, or both refuse', () => {
    expect(end(did(true, 'x'), run(true, 'x'), none)).toBe('exact')
    expect(end(did(false), run(false, NO_CHANGES), none)).toBe('exact')
    expect(end(did(true), run(true, NO_CHANGES), none)).toBe('exact')
  })

  it('is silent when success is reported and the state is wrong', () => {
    expect(end(did(true, 'y'), run(true, 'x'), none)).toBe('silent')
    expect(end(did(true), run(true, 'x'), none)).toBe('silent')
    expect(end(did(true, 'y'), run(false, NO_CHANGES), none)).toBe('silent')
  })

  it('is spurious when success is reported for nothing where gold refuses', () => {
    expect(end(did(true), run(false, NO_CHANGES), none)).toBe('spurious')
  })

  it('is told apart when no demonstration showed the side', () => {
    expect(end(did(true, 'y'), run(true, 'x', 'rule:true'), new Set(['rule:false']))).toBe('unseenSide')
    expect(end(did(true, 'y'), run(true, 'x', 'rule:true'), new Set(['rule:true']))).toBe('silent')
  })

  it('is an over-halt when a loop leaves rows alone and says so, if those it did are right', () => {
    const all = run(true, '{"T-1":{"status":"open"},"T-2":{"status":"open"}}')
    expect(end({ ...did(true, '{"T-1":{"status":"open"}}'), short: true }, all, none)).toBe('overHalt')
    expect(end({ ...did(true, '{"T-1":{"status":"new"}}'), short: true }, all, none)).toBe('silent')
    expect(end(did(true, '{"T-1":{"status":"open"}}'), all, none)).toBe('silent')
  })

  it('is an over-halt when it refuses where gold goes on, or after it did something', () => {
    expect(end(did(false), run(true, 'x'), none)).toBe('overHalt')
    expect(end(did(false, 'y'), run(false, NO_CHANGES), none)).toBe('overHalt')
  })
})
