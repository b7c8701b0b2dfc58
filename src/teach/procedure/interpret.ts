import type { Fork } from '../../bus/bus.ts'
import type { CatalogueIndex } from '../../bus/command.ts'
import type { DispatchContext } from '../../bus/journal.ts'
import type { Json, JsonObject } from '../../bus/json.ts'
import { fail, type Problem } from '../../bus/results.ts'
import { redact } from '../../bus/words.ts'
import { withDefaults } from './args.ts'
import { inputOf, refusedInput } from './callInput.ts'
import { evaluate, type RowRef, type Scope, type StepResult } from './evaluate.ts'
import { guardHolds, unmet } from './guard.ts'
import { guardWords } from './guardWords.ts'
import { LIMITS } from './limits.ts'
import { listOf, rowsAt } from './lists.ts'
import type { Outcome } from './outcome.ts'
import { Progress } from './progress.ts'
import { missingReference } from './references.ts'
import type { Call, Each, Node, Procedure, When } from './types.ts'
import { readBackFault } from './verifyWrite.ts'
import { vetProcedure } from './vet.ts'
import { nodesOf } from './walk.ts'

/** What a run is given. Nothing else reaches it. */
export interface RunEnv {
  readonly index: CatalogueIndex
  /** Where the commands are dispatched. Committed by the driver, never here. */
  readonly fork: Fork
  /** The caller's input, by parameter name, already checked. Defaults are filled in here. */
  readonly args: JsonObject
  /** Id of the person who runs it or on whose behalf, if known. */
  readonly me: string | null
  readonly context: DispatchContext
}

/** Where the driver is asked whether to go on. */
export type Pause =
  /** Before each step, loop and branch: nothing of it has happened. Inside a loop, `row` is the row's id. */
  | { readonly at: 'step'; readonly as: string; readonly number: number; readonly row?: string }
  /** A row of the outermost loop is finished: commit what is pending, or say why not. */
  | { readonly at: 'row'; readonly as: string; readonly number: number; readonly id: string }
  /** All is done but for the commit of what is pending. `outcome` holds if it succeeds. */
  | { readonly at: 'end'; readonly outcome: Outcome }

export type Reply = { readonly go: true } | { readonly stop: Problem }

/** Why the run ends early. */
interface Halt {
  readonly problem: Problem
  readonly number?: number
  readonly command?: string
  readonly thrown?: unknown
}

type Steps = Generator<Pause, Halt | null, Reply>

/** What is the same for all steps of a run. */
interface Run {
  readonly procedure: Procedure
  readonly env: RunEnv
  readonly numbers: ReadonlyMap<Node, number>
  readonly steps: Map<string, StepResult>
  readonly progress: Progress
  /** Commands dispatched so far. */
  dispatched: number
}

/**
 * Runs a procedure over a fork, pausing before each step and after each row for the driver to look
 * around, to commit or to stop it. Settles for every program and every input: refusals, failures and
 * exceptions of commands come back in the outcome.
 */
export function* interpret(procedure: Procedure, env: RunEnv): Generator<Pause, Outcome, Reply> {
  const numbers = new Map<Node, number>()
  const progress = new Progress(procedure, env)
  const unfit = vetProcedure(procedure, env.index)
  if (unfit) return progress.failed({ problem: unfit })
  for (const { node, number } of nodesOf(procedure)) numbers.set(node, number)
  const params = withDefaults(procedure, env.args)
  const missing = missingReference(procedure, params, env.index, env.fork.session.records)
  if (missing) return progress.failed({ problem: missing.problem, number: missing.step, command: missing.command })
  const run: Run = { procedure, env, numbers, steps: new Map(), progress, dispatched: 0 }
  const scope: Scope = { index: env.index, fork: env.fork, params, me: env.me, steps: run.steps }
  const halt = yield* block(procedure.body, scope, run)
  if (halt) return progress.failed(halt)
  const outcome = progress.succeeded(run.steps)
  const reply = yield { at: 'end', outcome }
  return 'stop' in reply ? progress.failed({ problem: reply.stop }) : outcome
}

function* block(nodes: readonly Node[], scope: Scope, run: Run): Steps {
  for (const node of nodes) {
    const number = run.numbers.get(node) ?? 0
    const reply = yield { at: 'step', as: node.as, number, ...(scope.row ? { row: scope.row.id } : {}) }
    if ('stop' in reply) return { problem: reply.stop, number, ...(node.node === 'call' ? { command: node.command } : {}) }
    const halt =
      node.node === 'call'
        ? call(node, number, scope, run)
        : node.node === 'each'
          ? yield* each(node, number, scope, run)
          : yield* when(node, number, scope, run)
    if (halt) return halt
  }
  return null
}

function call(node: Call, number: number, scope: Scope, run: Run): Halt | null {
  const halt = (problem: Problem, thrown?: unknown): Halt => ({
    problem,
    number,
    command: node.command,
    ...(thrown === undefined ? {} : { thrown }),
  })
  const command = run.env.index.command(node.command)
  if (!command) return halt(fail('BLOCKED', `There is no command "${node.command}".`).error)
  if ((run.dispatched += 1) > LIMITS.dispatches) return halt(fail('LIMIT', `A run may take at most ${LIMITS.dispatches} steps.`).error)
  try {
    const input = inputOf(node, command, scope, run.procedure)
    if (!input.ok) return halt(input.error)
    const result = run.env.fork.dispatch(command.id, input.value, run.env.context)
    if (!result.ok) return halt(refusedInput(result.error, node, run.procedure))
    const { entry, output } = result.value
    const fault = command.effect === 'write' ? readBackFault(command, entry, run.env.fork.session.records, run.env.index) : null
    if (fault !== null) return halt(fail('STEP_FAILED', `The write was not as it should be: ${fault}.`).error)
    run.steps.set(node.as, { number, command, input: input.value, output })
    return null
  } catch (thrown) {
    // A plan is somebody else's code: what it throws must neither end the page nor reach the caller.
    return halt(fail('STEP_FAILED', 'The command failed unexpectedly.').error, thrown)
  }
}

function* each(node: Each, number: number, scope: Scope, run: Run): Steps {
  const entity = run.env.index.entity(node.entity)
  const over = rowsOver(node, scope, run)
  if ('problem' in over) return { problem: over.problem, number }
  const ids = over.ids.slice(0, node.max)
  // Only rows of an outermost loop are committed one by one; a loop inside is part of the outer row.
  const loop = scope.row ? null : run.progress.loop(over.ids)
  let prev: RowRef | undefined
  for (const id of ids) {
    forget(node, run.steps)
    const row: RowRef = { entity, id }
    if (node.guard && !guardHolds(node.guard, run.env.fork.session.records.get(entity.name, id))) {
      loop?.skipped(id)
      continue
    }
    const halt = yield* block(node.body, { ...scope, row, ...(prev ? { prev } : {}) }, run)
    if (halt) {
      loop?.ended(id, halt.problem)
      return halt
    }
    if (loop) {
      const reply = yield { at: 'row', as: node.as, number, id }
      if ('stop' in reply) {
        loop.ended(id, reply.stop)
        return { problem: reply.stop, number }
      }
      loop.done(id)
    }
    prev = row
  }
  forget(node, run.steps)
  return null
}

/** The ids a loop goes over, as they stand at entry. */
function rowsOver(node: Each, scope: Scope, run: Run): { readonly ids: readonly string[] } | { readonly problem: Problem } {
  const { over } = node
  const idField = run.env.index.entity(node.entity).idField
  const step = over.op === 'out' ? scope.steps.get(over.step) : undefined
  if (over.op === 'out' && step && listOf(step.command)?.path === over.path) {
    return { ids: unique(rowsAt(step.output, over.path).map((row) => row[idField])) }
  }
  const given = evaluate(over, scope)
  if (!given.ok) return { problem: given.error }
  const ids = unique(Array.isArray(given.value) ? (given.value as readonly Json[]) : [])
  // Looked up in the list: a row is relied on when its turn comes, not before.
  const known = new Set(run.env.fork.session.records.list(node.entity).map((record) => record[idField]))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return { ids }
  const { many } = run.env.index.entity(node.entity)
  return {
    problem: fail('NOT_FOUND', `${unknown.length} of the ${many} that were named do not exist.`, { untrusted: { named: unknown } }).error,
  }
}

const unique = (ids: readonly (Json | undefined)[]): readonly string[] => [...new Set(ids.filter((id) => typeof id === 'string'))]

/** Steps of a body are known only within their row. */
function forget(node: Each, steps: Map<string, StepResult>): void {
  const drop = (nodes: readonly Node[]): void => {
    for (const inner of nodes) {
      steps.delete(inner.as)
      if (inner.node !== 'call') drop(inner.body)
    }
  }
  drop(node.body)
}

function* when(node: When, number: number, scope: Scope, run: Run): Steps {
  const entity = run.env.index.entity(node.entity)
  const of = evaluate(node.of, scope)
  if (!of.ok) return { problem: of.error, number }
  const record = typeof of.value === 'string' ? run.env.fork.session.records.get(entity.name, of.value) : undefined
  if (guardHolds(node.guard, record)) return yield* block(node.body, scope, run)
  if (node.otherwise === 'skip') return null
  const { text, untrusted } = redact(guardWords(unmet(node.guard, record), entity))
  const message = record ? `The ${entity.one} is not as this needs it: ${text}.` : `The ${entity.one} this is about does not exist.`
  return { problem: fail('GUARD_UNMET', message, untrusted ? { untrusted: { texts: untrusted } } : {}).error, number }
}
