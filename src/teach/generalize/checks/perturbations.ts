import type { CatalogueIndex } from '../../../bus/command.ts'
import type { Json } from '../../../bus/json.ts'
import { leavesOf } from '../../../bus/schema.ts'
import type { Pause } from '../../procedure/interpret.ts'
import type { Change } from '../../procedure/outcome.ts'
import { callsOf, everyExpr, nodesOf } from '../../procedure/walk.ts'
import { orderOf } from '../steps/choices.ts'
import { realChanges } from './compareChanges.ts'
import { demonstrationOf } from '../demonstratedArgs.ts'
import { entityOfParam, renamingOf, unknownId } from './renaming.ts'
import type { SliceRun } from '../steps/slices.ts'
import { mapTexts, textsIn } from '../steps/texts.ts'
import type { Fault, Trial } from './trial.ts'

/** The demonstration itself, with its own arguments: the same changes. */
export function own(trial: Trial): Fault | null {
  return trial.differs(trial.plain)
}

/** Other ids for the same records: the same changes up to renaming. */
export function renamed(trial: Trial): Fault | null {
  const { procedure, records, index, validatorFor } = trial
  const renaming = renamingOf(procedure, records, textsIn(trial.args), index, validatorFor)
  const args = Object.fromEntries(
    Object.entries(trial.args).map(([name, value]): [string, Json] => {
      const entity = procedure.params.flatMap((param) => (param.name === name ? (entityOfParam(param, index) ?? []) : []))[0]
      return [name, entity === undefined ? value : mapTexts(value, (text) => renaming.id(entity, text))]
    }),
  )
  const kind = kindOfMe(trial)
  const me = trial.me !== null && kind !== undefined ? renaming.id(kind, trial.me) : trial.me
  return trial.differs(trial.run(renaming.records(records), args, me), (value) => renaming.back(value))
}

/** Records that come in another order: the same, unless an unsorted list was taken from by its ends. */
export function shuffled(trial: Trial): Fault | null {
  if (takesUnsortedEnd(trial)) return null
  return trial.differs(trial.run(Object.fromEntries(Object.entries(trial.records).map(([entity, list]) => [entity, list.toReversed()]))))
}

/** Nothing in a list: what takes from it says so, a loop over it does nothing, and nothing is done. */
export function emptied(trial: Trial): Fault | null {
  for (const { node } of nodesOf(trial.procedure)) {
    if (node.node !== 'each' || node.over.op !== 'out') continue
    const { outcome } = trial.runWithout(node.over.step)
    const quiet = outcome.ok ? (outcome.loop?.done.length ?? 0) === 0 : outcome.error?.code === 'GUARD_UNMET' || outcome.error?.code === 'NOT_FOUND'
    if (!quiet || (outcome.ok && touchesRows(outcome.changes, node.entity, trial))) return { step: node.as, why: 'found something to work on in an empty list' }
  }
  for (const { node, number } of nodesOf(trial.procedure)) {
    for (const expr of node.node === 'call' ? everyExpr(node) : []) {
      if (expr.op !== 'pick') continue
      const { outcome, gone } = trial.runWithout(expr.list)
      const asked = textsIn(trial.args).some((id) => gone.has(id))
      const { error } = outcome
      // A record the caller names may be gone with the list; then that is said instead.
      const told = error?.code === 'GUARD_UNMET' || (error?.code === 'NOT_FOUND' && asked)
      const early = error?.step !== undefined && error.step < number
      if (outcome.ok || outcome.changes.length > 0 || !(told || early))
        return { step: node.as, why: 'found something to work on in an empty list' }
    }
  }
  return null
}

/**
 * Again with the same arguments: no record that was changed changes once more. A pick may take the next
 * one. A value worked out from a record may follow what else was changed of it, once.
 */
export function repeated(trial: Trial): Fault | null {
  const sandbox = trial.sandbox(trial.records)
  const again = (): SliceRun | null => {
    const run = sandbox.run(trial.procedure, trial.args, trial.me)
    return run.outcome.ok && run.fork.commit().ok ? run : null
  }
  const first = again()?.outcome.changes ?? []
  const changed = new Set(first.map(recordOf))
  if (decidesAnew(trial)) return null
  for (const allowed of [filledFields(trial.index), new Set<string>()]) {
    const run = again()
    const twice = realChanges(run?.outcome.changes ?? [], trial.index).find(
      (change) => changed.has(recordOf(change)) && !allowed.has(change.field),
    )
    if (run && twice)
      return { ...trial.stepThatChanged(run, twice), why: `changed the ${twice.field} of the same record once more when run again` }
  }
  return null
}

/** A record or reference that does not exist: refused before any write. */
export function missing(trial: Trial): Fault | null {
  for (const param of trial.procedure.params) {
    const entity = entityOfParam(param, trial.index)
    const near = textsIn(trial.args[param.name] ?? '')[0]
    const id = entity !== undefined && near !== undefined ? unknownId(entity, near, trial.records, trial.index, trial.validatorFor) : null
    if (id === null) continue
    const value = Array.isArray(trial.args[param.name]) ? [id] : id
    const { outcome, fork } = trial.home.run(trial.procedure, { ...trial.args, [param.name]: value }, trial.me)
    const wrote = fork.entries.some(({ effect }) => effect === 'write')
    const uses = callsOf(trial.procedure).filter((call) => everyExpr(call).some((expr) => expr.op === 'param' && expr.key === param.key))
    // A write that is given the value as it is can be refused before the run; what is taken from a list, when the list is there.
    const direct = uses.some(
      ({ command, args }) => trial.isWrite(command) && Object.values(args).some((expr) => expr.op === 'param' && expr.key === param.key),
    )
    const needed = uses.some(({ command }) => trial.isWrite(command))
    if (outcome.changes.length > 0 || (needed && outcome.ok) || (direct && wrote)) {
      return { ...(uses[0] ? { step: uses[0].as } : {}), why: `wrote although ${param.name} named nothing that exists` }
    }
  }
  return null
}

/** Stopped at a step: nothing is applied, of a loop whole rows only. One run serves all steps, since it pauses before each. */
export function stopped(trial: Trial): Fault | null {
  const { bus } = trial.home
  const before = bus.session
  const leftAt = (as: string | undefined): Fault => ({
    ...(as === undefined ? {} : { step: as }),
    why: 'left something behind when it was stopped',
  })
  const last = nodesOf(trial.procedure).at(-1)
  const inLoop = trial.procedure.body.some(({ node }) => node === 'each')
  let touched: string | undefined
  const { outcome } = trial.home.run(trial.procedure, trial.args, trial.me, {
    stop: (pause) => (inLoop ? stopsInRow(pause, trial) : pause.at === 'step' && pause.number === last?.number),
    onPause: (as) => {
      if (bus.session !== before) touched ??= as
    },
  })
  if (touched !== undefined) return leftAt(touched)
  if (bus.session !== before) return leftAt(last?.node.as)
  const { done = [] } = outcome.loop ?? {}
  const rows = trial.procedure.body.flatMap((node) => (node.node === 'each' ? [node.entity] : []))
  // What a row's steps do to records of another kind stands and falls with the row.
  const whole = outcome.changes.every(({ entity, id }) => !rows.includes(entity) || done.includes(id))
  if (inLoop) return whole ? null : leftAt(last?.node.as)
  // A step that a rule leaves out is never reached; then nothing stopped the run.
  const reached = !(outcome.ok && nodesOf(trial.procedure).some(({ node }) => node.node === 'when'))
  return reached && (outcome.ok || outcome.changes.length > 0) ? leftAt(last?.node.as) : null
}

/** In the middle of a row that is not the first. */
function stopsInRow(pause: Pause, { procedure, plain }: Trial): boolean {
  const [first] = plain.outcome.loop?.done ?? []
  if (pause.at !== 'step' || pause.row === undefined || pause.row === first) return false
  const loop = procedure.body.find((node) => node.node === 'each')
  return loop?.node === 'each' && loop.body.at(-1)?.as === pause.as
}

const touchesRows = (changes: readonly Change[], entity: string, trial: Trial): boolean =>
  realChanges(changes, trial.index).some((change) => change.entity === entity)

function kindOfMe({ procedure, index }: Trial): string | undefined {
  for (const { command, args } of callsOf(procedure)) {
    const definition = index.command(command)
    const leaf = definition && leavesOf(definition.input).find(({ path }) => args[path]?.op === 'me')
    if (leaf) return leaf.meaning.entity
  }
  return undefined
}

/** Whether the end of a list that nothing sorts decides what is done. */
export function takesUnsortedEnd({ procedure, index, steps, trace }: Trial): boolean {
  const calls = callsOf(procedure)
  const unordered = (step: string): boolean => {
    const list = calls.find(({ as }) => as === step)
    const command = list && index.command(list.command)
    const shown = list && demonstrationOf(list, trace, steps)
    return !command || !shown || orderOf(command, shown.step.input) === null
  }
  // Rows of a loop that was not shown to its end are the first ones.
  if (procedure.body.some((node) => node.node === 'each' && node.over.op === 'out' && unordered(node.over.step))) return true
  return calls.some((call) =>
    everyExpr(call).some((expr) => {
      if (expr.op !== 'pick' || (expr.choose.by !== 'first' && expr.choose.by !== 'last')) return false
      return unordered(expr.list)
    }),
  )
}

/** Whether a rule looks at what the procedure itself changes: run again, it rightly does something else. */
export function decidesAnew({ procedure, plain }: Trial): boolean {
  const ruled = new Set(nodesOf(procedure).flatMap(({ node }) => (node.node === 'when' ? node.guard.map(({ field }) => field) : [])))
  return plain.outcome.changes.some(({ field }) => ruled.has(field))
}

/** Whether it takes a record from a list, or goes through one. */
export const takesFromList = ({ procedure }: Trial): boolean =>
  nodesOf(procedure).some(({ node }) => {
    if (node.node === 'each') return node.over.op === 'out'
    return node.node === 'call' && everyExpr(node).some((expr) => expr.op === 'pick')
  })

/** Whether the caller names a record or a reference. */
export const takesRecords = ({ procedure, index }: Trial): boolean =>
  procedure.params.some((param) => entityOfParam(param, index) !== undefined)

const recordOf = ({ entity, id }: Pick<Change, 'entity' | 'id'>): string => JSON.stringify([entity, id])

/** Fields that some command works out from other values. */
const filledFields = (index: CatalogueIndex): ReadonlySet<string> =>
  new Set([...index.commands.values()].flatMap(({ input }) => leavesOf(input).flatMap(({ meaning }) => meaning.fills ?? [])))
