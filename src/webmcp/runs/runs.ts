import type { Bus } from '../../bus/bus.ts'
import type { RunRef } from '../../bus/journal.ts'
import type { Json, JsonObject } from '../../bus/json.ts'
import { fail, type Problem } from '../../bus/results.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import { checkArgs } from '../../teach/compile/checkArgs.ts'
import type { Outcome } from '../../teach/procedure/outcome.ts'
import type { LibraryAudit } from '../audit.ts'
import type { Library } from '../library/api.ts'
import { stepWords } from '../library/stepWords.ts'
import type { ToolRecord } from '../library/types.ts'
import { answerGone, pause as pauseByMessage } from '../pause.ts'
import { isAsApproved } from '../registry/standing.ts'
import { errorResult, successResult } from '../result.ts'
import type { RunCall, RunOutcome, Runs } from './api.ts'
import { RunBook } from './book.ts'
import { drive } from './drive.ts'
import { whenStored, type Settled } from './stored.ts'

export interface RunsOptions {
  readonly bus: Bus
  readonly library: Pick<Library, 'tool'>
  readonly validatorFor: ValidatorFor
  /** What became of a commit; resolves for every one. */
  readonly settled: (commitId: string) => Promise<Settled>
  readonly newId: () => string
  readonly clock: () => number
  /** Id of the person at this console, if known. */
  readonly me: () => string | null
  /** Lets the page's other work in before a step. */
  readonly pause?: () => Promise<void>
  /** Resolves once an answer that is ready has gone out. */
  readonly answered?: () => Promise<void>
  /** Where what a command threw is told. */
  readonly report?: (where: string, error: unknown) => void
}

/** A run under way, as Stop and revoke reach it. */
interface Running {
  readonly runId: string
  readonly tool: string
  readonly writes: boolean
  readonly controller: AbortController
  readonly ended: Promise<void>
}

const STOPPED = fail('CANCELLED', 'The run was stopped before its end.').error
const REVOKED = fail('REVOKED', 'The tool was withdrawn by the user.').error

/** Executes taught tools by the table of the safety model: checked, alone while writing, whole or not at all. */
export function createRuns(options: RunsOptions): Runs {
  const { bus, library, validatorFor, settled, newId, clock, me } = options
  const pause = options.pause ?? pauseByMessage
  const answered = options.answered ?? answerGone
  const book = new RunBook()
  const running = new Map<string, Running>()
  const now = (): string => new Date(clock()).toISOString()
  let notes: readonly (() => void)[] = []

  /** Notes what was put off until its caller had the answer. */
  function catchUp(): void {
    const due = notes
    notes = []
    for (const note of due) note()
  }

  async function run(toolName: string, input: unknown, call: RunCall): Promise<JsonObject> {
    const tool = library.tool(toolName)
    const refusal = tool ? mayRun(tool, call) : fail('NOT_FOUND', 'There is no tool of this name.').error
    if (!tool || refusal) return errorResult(refusal ?? STOPPED)
    const wrong = checkArgs(tool.procedure, input, validatorFor)
    if (wrong) return errorResult(wrong)
    const writes = !tool.compiled.annotations.readOnlyHint
    if (writes && [...running.values()].some((other) => other.writes)) {
      return errorResult(fail('BUSY', 'Another tool is changing records just now.').error)
    }
    catchUp()
    const runId = newId()
    const controller = new AbortController()
    const onAbort = (): void => controller.abort(STOPPED)
    call.signal?.addEventListener('abort', onAbort, { once: true })
    let settle = (): void => undefined
    const ended = new Promise<void>((resolve) => (settle = resolve))
    running.set(runId, { runId, tool: tool.name, writes, controller, ended })
    try {
      return await execute(tool, input as JsonObject, call, runId, controller.signal)
    } catch (error) {
      options.report?.('run', error)
      const failed = fail('INTERNAL', 'The page failed during the run.').error
      book.end(runId, now(), { ok: false, code: failed.code, message: failed.message })
      return errorResult(failed)
    } finally {
      call.signal?.removeEventListener('abort', onAbort)
      running.delete(runId)
      settle()
    }
  }

  /** Why this tool may not run now, or null. */
  function mayRun(tool: ToolRecord, call: RunCall): Problem | null {
    if (call.signal?.aborted) return STOPPED
    if (tool.state !== 'live') return tool.state === 'revoked' ? REVOKED : fail('REVOKED', 'The user has disabled this tool.').error
    return isAsApproved(tool) ? null : fail('REVOKED', 'The tool is not what was approved, so it does not run.').error
  }

  async function execute(tool: ToolRecord, args: JsonObject, call: RunCall, runId: string, signal: AbortSignal): Promise<JsonObject> {
    const ref: RunRef = { id: runId, tool: tool.name }
    const context = { actor: call.actor, source: call.source ?? 'tool', run: ref }
    const audit = (type: LibraryAudit['type'], detail: JsonObject = {}): LibraryAudit => ({
      type,
      tool: tool.name,
      digest: tool.digest,
      detail: { run: runId, ...detail },
    })
    book.start({
      runId,
      tool: tool.name,
      title: tool.compiled.title,
      actor: call.actor,
      startedAt: now(),
      finishedAt: null,
      steps: stepWords(tool.procedure, bus.index, bus.session.records),
      current: null,
      passed: [],
      outcome: null,
    })
    bus.note(audit('run-started'), context)
    const fork = bus.fork(context)
    const driven = await drive(
      tool.procedure,
      { index: bus.index, fork, args, me: me(), context },
      {
        pause,
        clock,
        stopped: () => (signal.aborted ? (signal.reason as Problem) : null),
        onStep: (as) => book.step(runId, as),
        auditOf: (outcome) => audit('run-finished', summary(outcome)),
      },
    )
    if (!driven.outcome.ok) bus.note(audit('run-finished', summary(driven.outcome)), context)
    if (driven.outcome.thrown !== undefined) options.report?.(`run of ${tool.name}`, driven.outcome.thrown)
    const { outcome, saved } = await whenStored(tool.procedure, driven, settled)
    if (driven.outcome.ok && !outcome.ok) bus.note(audit('run-finished', summary(outcome)), context)
    noteRun(tool, outcome, args)
    book.end(runId, now(), outcomeOf(outcome, saved))
    return outcome.error ? errorResult(outcome.error) : successResult({ run: runId, outcome, saved }, bus.index)
  }

  /**
   * Keeps how it went with the tool. A caller's mistake, a stop and a conflict are no fault of the tool. What went wrong
   * is kept at once; that it went well is no news, and can wait until the caller has its answer or the next run begins.
   */
  function noteRun({ name }: ToolRecord, { error }: Outcome, args: JsonObject): void {
    if (error && (NOT_THE_TOOLS.has(error.code) || isCallers(error, args))) return
    const by = { actor: 'system', source: 'runs' } as const
    if (error) {
      const { code, message, step } = error
      bus.dispatch('note_run', { name, error: { code, message, ...(step === undefined ? {} : { step }) } }, by)
      return
    }
    notes = [...notes, () => void bus.dispatch('note_run', { name }, by)]
    void answered().then(catchUp)
  }

  return {
    run,
    active: () => book.active(),
    finished: () => book.finished(),
    stop: (runId) => running.get(runId)?.controller.abort(STOPPED),
    async revoke(toolName) {
      const mine = [...running.values()].filter((one) => one.tool === toolName)
      for (const one of mine) one.controller.abort(REVOKED)
      await Promise.all(mine.map((one) => one.ended))
    },
    onChange: (listener) => book.onChange(listener),
  }
}

const NOT_THE_TOOLS: ReadonlySet<Problem['code']> = new Set(['INVALID_INPUT', 'CANCELLED', 'REVOKED', 'STALE', 'BUSY'])

/** Whether an error is about something the caller gave: what a tool has by itself, its defaults among it, is its own fault. */
function isCallers({ path, untrusted }: Problem, args: JsonObject): boolean {
  if (path !== undefined && Object.hasOwn(args, path)) return true
  const named = untrusted?.['named']
  const given = new Set(Object.values(args).flat())
  return Array.isArray(named) && (named as readonly Json[]).some((id) => given.has(id))
}

/** What the audit keeps of how a run went; the changes themselves stand in its commits. */
const summary = ({ ok, changes, unchanged, result, loop, error }: Outcome): JsonObject => ({
  ok,
  changed: changes.length,
  unchanged,
  ...(result ? { found: result.total } : {}),
  ...(loop ? { rows: { ...loop } } : {}),
  ...(error ? { code: error.code, message: error.message, ...(error.step === undefined ? {} : { step: error.step }) } : {}),
})

function outcomeOf(outcome: Outcome, saved: boolean): RunOutcome {
  const { error, changes, unchanged, result } = outcome
  if (error) return { ok: false, code: error.code, message: error.message, ...(error.step === undefined ? {} : { step: error.step }) }
  return { ok: true, changed: changes.length, unchanged, rows: result?.rows.length ?? 0, saved, undo: changes.length > 0 }
}
