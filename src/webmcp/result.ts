import type { CatalogueIndex } from '../bus/command.ts'
import type { Json, JsonObject } from '../bus/json.ts'
import type { Code, Problem } from '../bus/results.ts'
import type { LoopReport, Outcome, RunError } from '../teach/procedure/outcome.ts'
import { cut, firstThatFits, shortened, withItems } from './fit.ts'
import { changeItem, rowItem } from './untrusted.ts'

/** Room for the four lists of ids a loop reports, in characters. */
const LOOP_ROOM = 420
const MESSAGE = 300
/** No result has room for more items than this, so no more are looked at. */
const ITEMS = 64

/** Codes after which the very same call may succeed. */
const RETRYABLE: ReadonlySet<Code> = new Set<Code>(['NOT_READY', 'BUSY', 'STALE'])

export interface SuccessParts {
  readonly run: string
  readonly outcome: Outcome
  /** False when the commit could only be kept in memory. */
  readonly saved: boolean
}

/**
 * The result of a run that succeeded, at most 1,500 characters, cut at a whole change or row. User-written values
 * stand under `untrusted` only.
 */
export function successResult({ run, outcome, saved }: SuccessParts, index: CatalogueIndex): JsonObject {
  const head: JsonObject = { ok: true, run }
  const tail: JsonObject = { unchanged: outcome.unchanged, ...loopParts(outcome.loop), ...(saved ? {} : { saved: false }) }
  const { result } = outcome
  if (result) {
    const entity = result.entity === null ? null : index.entity(result.entity)
    const rows = result.rows.slice(0, ITEMS).map((row) => rowItem(row, entity))
    return withItems('rows', rows, (shown) => ({
      ...head,
      changed: [],
      ...tail,
      ...(shown < result.total
        ? { truncated: { shown, total: result.total }, next: 'Call again with narrower arguments to see the rest.' }
        : {}),
    }))
  }
  const changes = outcome.changes.slice(0, ITEMS).map((change) => changeItem(change, index.entity(change.entity)))
  return withItems('changed', changes, (shown) => ({
    ...head,
    ...tail,
    ...(shown < outcome.changes.length
      ? { truncated: { shown, total: outcome.changes.length }, next: 'All changes were made; the list of them is cut.' }
      : {}),
  }))
}

/** What a caller is told of something that was not done. `step`, `applied` and `remaining` come with a run's. */
export function errorResult(problem: Problem | RunError): JsonObject {
  const { code, message, path, known, untrusted } = problem
  const at = problem as Partial<RunError>
  const build = (offered: number, ids: number, quoted: boolean, length = MESSAGE): JsonObject => ({
    ok: false,
    error: {
      code,
      message: cut(message, length),
      ...(path === undefined ? {} : { path: cut(path, Math.min(length, 80)) }),
      ...(at.step === undefined ? {} : { step: at.step }),
      ...(at.applied === undefined ? {} : { applied: at.applied.slice(0, ids) }),
      ...(at.remaining === undefined ? {} : { remaining: at.remaining.slice(0, ids) }),
      retryable: RETRYABLE.has(code),
      ...(known && known.length > 0 && offered > 0 ? { known: known.slice(0, offered).map((one) => cut(one, 64)) } : {}),
      ...(untrusted && quoted ? { untrusted: shortened(untrusted, 60, 4) } : {}),
    },
    next: nextAfter(problem, length),
  })
  return firstThatFits([
    () => build(20, 60, true),
    () => build(5, 60, true),
    () => build(5, 20, true),
    () => build(5, 12, false),
    () => build(0, 4, false),
    () => build(0, 4, false, 60),
  ])
}

/** One line that says what to do now. */
function nextAfter({ code, path, known }: Problem, length: number): string {
  switch (code) {
    case 'NOT_READY':
    case 'BUSY':
      return 'Call again in a moment.'
    case 'INVALID_INPUT':
      return `Nothing was done. Correct ${path ? cut(path, Math.min(length, 80)) : 'the arguments'} and call again.`
    case 'NOT_FOUND':
    case 'GUARD_UNMET':
      return known ? 'Call again with one that is known, or tell the user.' : 'Tell the user, or call again with other arguments.'
    case 'STALE':
      return 'Call again: it then works on the current state.'
    case 'STEP_FAILED':
      return 'Tell the user which step failed; the user can teach it again.'
    case 'CANCELLED':
      return 'It was stopped. Ask the user before trying again.'
    case 'REVOKED':
      return 'The tool is not available any more. Ask the user.'
    case 'REJECTED':
      return 'The user said no. Ask what to change before publishing again.'
    case 'BLOCKED':
      return 'Mend what the message names, then try again.'
    case 'LIMIT':
      return 'Ask the user to make room, or do less at once.'
    case 'INTERNAL':
      return 'Tell the user that the page failed.'
  }
}

/** The ids of a loop's rows by what became of them, within their room; counts where not all fit. */
function loopParts(loop: LoopReport | undefined): JsonObject {
  if (!loop) return {}
  const parts: Record<string, Json> = {}
  let room = LOOP_ROOM
  let whole = true
  // What went wrong comes first into the room there is.
  for (const key of ['failed', 'notTried', 'skipped', 'done'] as const) {
    const shown: string[] = []
    for (const id of loop[key]) {
      room -= id.length + 3
      if (room < 0) break
      shown.push(id)
    }
    whole &&= shown.length === loop[key].length
    parts[key] = shown
  }
  const { done = [], skipped = [], failed = [], notTried = [] } = parts
  const counts = { done: loop.done.length, skipped: loop.skipped.length, failed: loop.failed.length, notTried: loop.notTried.length }
  return { done, skipped, failed, notTried, ...(whole ? {} : { counts }) }
}
