import { equalJson, type JsonObject } from '../../../src/bus/json.ts'
import { runToEnd } from '../../../src/teach/procedure/runToEnd.ts'
import type { Procedure } from '../../../src/teach/procedure/types.ts'
import { changesIn, NO_CHANGES } from './execute.ts'
import type { Caller } from './match.ts'
import { sidesShown, type Showing, type Situation } from './situations.ts'

/**
 * How a run ended. `exact`: as gold, or both refuse. `spurious`: success with nothing done where gold refuses.
 * `silent`: success with a wrong state. `unseenSide`: so too, on a side of a rule nobody showed. `overHalt`:
 * refused where gold goes on, or left rows alone and said so. `declined`: the caller would not call it. `none`: there is no tool.
 */
export const ENDS = ['exact', 'spurious', 'silent', 'unseenSide', 'overHalt', 'declined', 'none'] as const
export type End = (typeof ENDS)[number]

export interface RunResult {
  readonly end: End
  readonly why: string
  readonly situation: Situation
}

/** What a program did on a state, in the form gold's changes have. */
export interface Did {
  readonly ok: boolean
  /** It succeeded, and says that it left rows of a loop alone because they were too many. */
  readonly short?: boolean
  readonly changes: string
  readonly why: string
}

/** Something that can be called with gold's arguments. */
export type Program = (situation: Situation) => Did | { readonly declines: string }

/** The learned procedure as an agent calls it. */
export function programOf(procedure: Procedure, caller: Caller): Program {
  return ({ desk, given }) => {
    const called = caller.call(given.args)
    return 'declines' in called ? called : runLearned(procedure, called.input, { desk, me: given.me })
  }
}

function runLearned(procedure: Procedure, args: JsonObject, { desk, me }: { readonly desk: Situation['desk']; readonly me: string }): Did {
  const context = { actor: 'agent', source: 'tool' } as const
  const fork = desk.bus.fork(context)
  const outcome = runToEnd(procedure, { index: desk.bus.index, fork, args, me, context })
  if (outcome.ok) return { ok: true, short: (outcome.loop?.notTried.length ?? 0) > 0, changes: changesIn(fork, desk), why: '' }
  // Rows of a loop that were done stay done.
  const applied = outcome.changes.length > 0 ? JSON.stringify(outcome.changes) : NO_CHANGES
  return { ok: false, changes: applied, why: `${outcome.error?.code ?? ''} ${outcome.error?.message ?? ''}` }
}

/** Runs a program on unseen states; null stands for no program at all. */
export function evaluate(program: Program | null, unseen: readonly Situation[], shown: readonly Showing[]): readonly RunResult[] {
  const sides = new Set(shown.flatMap((showing) => [...sidesShown(showing)]))
  return unseen.map((situation) => {
    if (!program) return { end: 'none', why: '', situation }
    const did = program(situation)
    if ('declines' in did) return { end: 'declined', why: did.declines, situation }
    return { ...endOf(did, situation, sides), situation }
  })
}

/** Compares what was done with what gold does. */
export function endOf(did: Did, { gold }: Pick<Situation, 'gold'>, shown: ReadonlySet<string>): Pick<RunResult, 'end' | 'why'> {
  const why = did.ok ? `did ${did.changes} instead of ${gold.ok ? gold.changes : 'refusing'}` : did.why
  if (did.ok === gold.ok && did.changes === gold.changes) return { end: 'exact', why: '' }
  if (did.ok && !gold.ok && did.changes === NO_CHANGES) return { end: 'spurious', why }
  if (did.short === true && gold.ok && isPart(did.changes, gold.changes)) return { end: 'overHalt', why }
  // What a loop did before it refused stays done, but nobody is told that it succeeded.
  if (!did.ok) return { end: 'overHalt', why }
  return { end: [...gold.sides].some((side) => !shown.has(side)) ? 'unseenSide' : 'silent', why }
}

/** Whether what was done to each ticket is what gold does to it, though not all of gold's tickets are among them. */
function isPart(done: string, all: string): boolean {
  const whole = JSON.parse(all) as JsonObject
  return Object.entries(JSON.parse(done) as JsonObject).every(([id, fields]) => equalJson(fields, whole[id]))
}
