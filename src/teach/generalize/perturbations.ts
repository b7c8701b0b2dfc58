import type { CatalogueIndex } from '../../bus/command.ts'
import type { Json, JsonObject } from '../../bus/json.ts'
import { leavesOf } from '../../bus/schema.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import { listOf, rowsAt } from '../procedure/lists.ts'
import type { Change } from '../procedure/outcome.ts'
import type { Procedure } from '../procedure/types.ts'
import { callsOf, everyExpr, nodesOf } from '../procedure/walk.ts'
import type { Trace } from '../recording/types.ts'
import { orderOf } from './choices.ts'
import { firstDifference, realChanges } from './compareChanges.ts'
import { demonstratedArgs, demonstratedMe, demonstrationOf } from './demonstratedArgs.ts'
import { factsOf } from './facts.ts'
import { entityOfParam, renamingOf, unknownId } from './renaming.ts'
import { demonstratedChanges, idOf, sandboxOf, sliceRecords, type Sandbox, type SliceRecords, type SliceRun } from './slices.ts'
import { mapTexts, textsIn } from './texts.ts'

/** What is wrong, and at which step where one can be named. */
export interface Fault {
  readonly step?: string
  readonly why: string
}

/** One demonstration a procedure is tried on. */
export class Trial {
  readonly records: SliceRecords
  readonly args: JsonObject
  private readonly me: string | null
  private readonly wanted: ReturnType<typeof demonstratedChanges>
  /** The demonstration's own records. Runs here are never committed, so one is enough for all. */
  private readonly home: Sandbox

  constructor(
    readonly procedure: Procedure,
    readonly trace: Trace,
    readonly index: CatalogueIndex,
    private readonly validatorFor: ValidatorFor,
  ) {
    this.records = sliceRecords(trace, index)
    // Defaults are spelt out, so that other ids reach them too.
    const defaults = procedure.params.flatMap(({ name, default: value }): readonly [string, Json][] => (value === undefined ? [] : [[name, value]]))
    this.args = { ...Object.fromEntries(defaults), ...demonstratedArgs(procedure, trace, index) }
    this.me = demonstratedMe(trace)
    this.wanted = demonstratedChanges(trace, index)
    this.home = this.sandbox(this.records)
  }

  /** The demonstration itself, with its own arguments: the same changes. */
  own(): Fault | null {
    return this.differs(this.home.run(this.procedure, this.args, this.me))
  }

  /** Other ids for the same records: the same changes up to renaming. */
  renamed(): Fault | null {
    const { procedure, records, index, validatorFor } = this
    const renaming = renamingOf(procedure, records, textsIn(this.args), index, validatorFor)
    const args = Object.fromEntries(
      Object.entries(this.args).map(([name, value]): [string, Json] => {
        const entity = procedure.params.flatMap((param) => (param.name === name ? (entityOfParam(param, index) ?? []) : []))[0]
        return [name, entity === undefined ? value : mapTexts(value, (text) => renaming.id(entity, text))]
      }),
    )
    const kind = this.kindOfMe()
    const me = this.me !== null && kind !== undefined ? renaming.id(kind, this.me) : this.me
    return this.differs(this.run(renaming.records(records), args, me), (value) => renaming.back(value))
  }

  /** Records that come in another order: the same, unless an unsorted list was taken from by its ends. */
  shuffled(): Fault | null {
    if (this.takesUnsortedEnd()) return null
    return this.differs(this.run(Object.fromEntries(Object.entries(this.records).map(([entity, list]) => [entity, list.toReversed()]))))
  }

  /** Nothing in a list: what takes from it says so, and nothing is done. */
  emptied(): Fault | null {
    for (const { node, number } of nodesOf(this.procedure)) {
      for (const expr of node.node === 'call' ? everyExpr(node) : []) {
        if (expr.op !== 'pick') continue
        const { outcome, gone } = this.runWithout(expr.list)
        const asked = textsIn(this.args).some((id) => gone.has(id))
        const { error } = outcome
        // A record the caller names may be gone with the list; then that is said instead.
        const told = error?.code === 'GUARD_UNMET' || (error?.code === 'NOT_FOUND' && asked)
        const early = error?.step !== undefined && error.step < number
        if (outcome.ok || outcome.changes.length > 0 || !(told || early)) return { step: node.as, why: 'found something to work on in an empty list' }
      }
    }
    return null
  }

  /**
   * Again with the same arguments: no record that was changed changes once more. A pick may take the next
   * one. A value worked out from a record may follow what else was changed of it, once.
   */
  repeated(): Fault | null {
    const sandbox = this.sandbox(this.records)
    const again = (): SliceRun | null => {
      const run = sandbox.run(this.procedure, this.args, this.me)
      return run.outcome.ok && run.fork.commit().ok ? run : null
    }
    const changed = new Set((again()?.outcome.changes ?? []).map(recordOf))
    for (const allowed of [filledFields(this.index), new Set<string>()]) {
      const run = again()
      const twice = realChanges(run?.outcome.changes ?? [], this.index).find((change) => changed.has(recordOf(change)) && !allowed.has(change.field))
      if (run && twice) return { ...this.stepThatChanged(run, twice), why: `changed the ${twice.field} of the same record once more when run again` }
    }
    return null
  }

  /** A record or reference that does not exist: refused before any write. */
  missing(): Fault | null {
    for (const param of this.procedure.params) {
      const entity = entityOfParam(param, this.index)
      const near = textsIn(this.args[param.name] ?? '')[0]
      const id = entity !== undefined && near !== undefined ? unknownId(entity, near, this.records, this.index, this.validatorFor) : null
      if (id === null) continue
      const value = Array.isArray(this.args[param.name]) ? [id] : id
      const { outcome, fork } = this.home.run(this.procedure, { ...this.args, [param.name]: value }, this.me)
      const wrote = fork.entries.some(({ effect }) => effect === 'write')
      const uses = callsOf(this.procedure).filter((call) => everyExpr(call).some((expr) => expr.op === 'param' && expr.key === param.key))
      // A write that is given the value as it is can be refused before the run; what is taken from a list, when the list is there.
      const direct = uses.some(({ command, args }) => this.isWrite(command) && Object.values(args).some((expr) => expr.op === 'param' && expr.key === param.key))
      const needed = uses.some(({ command }) => this.isWrite(command))
      if (outcome.changes.length > 0 || (needed && outcome.ok) || (direct && wrote)) {
        return { ...(uses[0] ? { step: uses[0].as } : {}), why: `wrote although ${param.name} named nothing that exists` }
      }
    }
    return null
  }

  /** Stopped before each step: nothing is applied. */
  stopped(): Fault | null {
    for (const { node, number } of nodesOf(this.procedure)) {
      const before = this.home.bus.session
      const { outcome } = this.home.run(this.procedure, this.args, this.me, number)
      if (outcome.ok || outcome.changes.length > 0 || this.home.bus.session !== before) return { step: node.as, why: 'left something behind when it was stopped' }
    }
    return null
  }

  private isWrite(command: string): boolean {
    return this.index.command(command)?.effect === 'write'
  }

  private run(records: SliceRecords, args = this.args, me = this.me): SliceRun {
    return this.sandbox(records).run(this.procedure, args, me)
  }

  private sandbox(records: SliceRecords): Sandbox {
    return sandboxOf(records, this.trace, this.index, this.validatorFor)
  }

  /** How a run differs from the demonstration. */
  private differs(run: SliceRun, back: (value: Json) => Json = (value) => value): Fault | null {
    const { outcome } = run
    if (outcome.error) return { ...this.stepNumbered(outcome.error.step), why: `ended with ${outcome.error.code}` }
    const plain = ({ from, to, ...place }: Change): Change => ({
      ...place,
      id: textsIn(back(place.id))[0] ?? place.id,
      ...(from === undefined ? {} : { from: back(from) }),
      ...(to === undefined ? {} : { to: back(to) }),
    })
    const difference = firstDifference(this.wanted, outcome.changes.map(plain), this.index)
    if (!difference) return null
    const shown = this.wanted.findLast(({ entity, id, field }) => entity === difference.entity && id === difference.id && field === difference.field)
    const facts = factsOf(this.trace, this.index)
    const call = shown && callsOf(this.procedure).find((one) => demonstrationOf(one, this.trace, facts.steps)?.step.stepId === shown.step)
    const step = shown ? (call ? { step: call.as } : {}) : this.stepThatChanged(run, difference, back)
    return { ...step, why: `changed the ${difference.field} differently` }
  }

  /** Runs with the rows of a list taken away, until it is empty. */
  private runWithout(list: string): SliceRun & { readonly gone: ReadonlySet<string> } {
    const gone = new Set<string>()
    for (;;) {
      const records = Object.fromEntries(
        Object.entries(this.records).map(([entity, all]) => [entity, all.filter((record) => !gone.has(idOf(record, this.index.entity(entity))))]),
      )
      const run = this.run(records)
      const rows = this.idsListed(run, list)
      // A list that is cut short fills up again from behind.
      if (rows.length === 0 || rows.every((id) => gone.has(id))) return { ...run, gone }
      for (const id of rows) gone.add(id)
    }
  }

  private idsListed(run: SliceRun, list: string): readonly string[] {
    const place = callsOf(this.procedure).findIndex(({ as }) => as === list)
    const entry = run.fork.entries[place]
    const command = entry && this.index.command(entry.command)
    const shape = command && listOf(command)
    return entry && shape ? rowsAt(entry.output, shape.path).map((row) => idOf(row, this.index.entity(shape.entity))) : []
  }

  private stepThatChanged(run: SliceRun, { entity, id }: { readonly entity: string; readonly id: string }, back: (value: Json) => Json = (value) => value) {
    const place = run.fork.entries.findLastIndex(({ patches }) => patches.some((patch) => patch.entity === entity && back(patch.id) === id))
    const as = callsOf(this.procedure)[place]?.as
    return as === undefined ? {} : { step: as }
  }

  private stepNumbered(number: number | undefined): { readonly step?: string } {
    const found = nodesOf(this.procedure).find((node) => node.number === number)
    return found ? { step: found.node.as } : {}
  }

  private kindOfMe(): string | undefined {
    for (const { command, args } of callsOf(this.procedure)) {
      const definition = this.index.command(command)
      const leaf = definition && leavesOf(definition.input).find(({ path }) => args[path]?.op === 'me')
      if (leaf) return leaf.meaning.entity
    }
    return undefined
  }

  private takesUnsortedEnd(): boolean {
    const calls = callsOf(this.procedure)
    return calls.some((call) =>
      everyExpr(call).some((expr) => {
        if (expr.op !== 'pick' || (expr.choose.by !== 'first' && expr.choose.by !== 'last')) return false
        const list = calls.find(({ as }) => as === expr.list)
        const command = list && this.index.command(list.command)
        const shown = list && factsOf(this.trace, this.index).steps.find(({ step }) => list.from.includes(`${this.trace.recordingId}/${step.stepId}`))
        return !command || !shown || orderOf(command, shown.step.input) === null
      }),
    )
  }
}

const recordOf = ({ entity, id }: Pick<Change, 'entity' | 'id'>): string => JSON.stringify([entity, id])

/** Fields that some command works out from other values. */
const filledFields = (index: CatalogueIndex): ReadonlySet<string> =>
  new Set([...index.commands.values()].flatMap(({ input }) => leavesOf(input).flatMap(({ meaning }) => meaning.fills ?? [])))
