import type { CatalogueIndex } from '../../../bus/command.ts'
import type { Json, JsonObject } from '../../../bus/json.ts'
import type { ValidatorFor } from '../../../bus/validate.ts'
import { listOf, rowsAt } from '../../procedure/lists.ts'
import type { Change } from '../../procedure/outcome.ts'
import type { Node, Procedure } from '../../procedure/types.ts'
import { callsOf, nodesOf } from '../../procedure/walk.ts'
import type { Trace } from '../../recording/types.ts'
import { firstDifference } from './compareChanges.ts'
import { demonstratedArgs, demonstratedMe, demonstrationOf, rowsWorkedOn } from '../demonstratedArgs.ts'
import { factsOf, type StepFact } from '../steps/facts.ts'
import { demonstratedChanges, idOf, sandboxOf, sliceRecords, type Sandbox, type SliceRecords, type SliceRun } from '../steps/slices.ts'
import { textsIn } from '../steps/texts.ts'

/** What is wrong, and at which step where one can be named. */
export interface Fault {
  readonly step?: string
  readonly why: string
}

/** A procedure on one demonstration: what it is run on, and what its runs are compared with. */
export class Trial {
  readonly records: SliceRecords
  readonly args: JsonObject
  readonly me: string | null
  /** The steps of the demonstration. */
  readonly steps: readonly StepFact[]
  private readonly wanted: ReturnType<typeof demonstratedChanges>
  /** The demonstration's own records. Runs here are never committed, so one is enough for all. */
  readonly home: Sandbox
  /** The run with nothing changed. */
  readonly plain: SliceRun

  readonly procedure: Procedure

  constructor(
    whole: Procedure,
    readonly trace: Trace,
    readonly index: CatalogueIndex,
    readonly validatorFor: ValidatorFor,
    dropped: readonly string[] = [],
  ) {
    this.records = sliceRecords(trace, index)
    this.steps = factsOf(trace, index).steps
    // Of a loop only as many rows as were shown: the demonstration says nothing of the rest.
    const procedure = asFarAsShown(whole, trace, this.steps, index)
    this.procedure = procedure
    // Defaults are spelt out, so that other ids reach them too.
    const defaults = procedure.params.flatMap(({ name, default: value }): readonly [string, Json][] =>
      value === undefined ? [] : [[name, value]],
    )
    this.args = { ...Object.fromEntries(defaults), ...demonstratedArgs(procedure, trace, index) }
    this.me = demonstratedMe(trace)
    const left = trace.steps.filter(({ stepId }) => !dropped.includes(`${trace.recordingId}/${stepId}`))
    this.wanted = demonstratedChanges({ ...trace, steps: left }, index)
    this.home = this.sandbox(this.records)
    this.plain = this.home.run(procedure, this.args, this.me)
  }

  isWrite(command: string): boolean {
    return this.index.command(command)?.effect === 'write'
  }

  run(records: SliceRecords, args = this.args, me = this.me): SliceRun {
    return this.sandbox(records).run(this.procedure, args, me)
  }

  sandbox(records: SliceRecords): Sandbox {
    return sandboxOf(records, this.trace, this.index, this.validatorFor)
  }

  /** How a run differs from the demonstration. */
  differs(run: SliceRun, back: (value: Json) => Json = (value) => value): Fault | null {
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
    const shown = this.wanted.findLast(
      ({ entity, id, field }) => entity === difference.entity && id === difference.id && field === difference.field,
    )
    const call = shown && callsOf(this.procedure).find((one) => demonstrationOf(one, this.trace, this.steps)?.step.stepId === shown.step)
    const step = shown ? (call ? { step: call.as } : {}) : this.stepThatChanged(run, difference, back)
    return { ...step, why: `changed the ${difference.field} differently` }
  }

  /** Runs with the rows of a list taken away, until it is empty. */
  runWithout(list: string): SliceRun & { readonly gone: ReadonlySet<string> } {
    const gone = new Set<string>()
    let run = this.plain
    for (;;) {
      const rows = this.idsListed(run, list)
      // A list that is cut short fills up again from behind.
      if (rows.every((id) => gone.has(id))) return { ...run, gone }
      for (const id of rows) gone.add(id)
      run = this.run(
        Object.fromEntries(
          Object.entries(this.records).map(([entity, all]) => [
            entity,
            all.filter((record) => !gone.has(idOf(record, this.index.entity(entity)))),
          ]),
        ),
      )
    }
  }

  /** What a list step of the run returned. */
  private idsListed({ fork, madeBy }: SliceRun, list: string): readonly string[] {
    const entry = fork.entries[madeBy.indexOf(list)]
    const command = entry && this.index.command(entry.command)
    const shape = command && listOf(command)
    return entry && shape ? rowsAt(entry.output, shape.path).map((row) => idOf(row, this.index.entity(shape.entity))) : []
  }

  /** The last step of a run that changed a field of a record. */
  stepThatChanged(
    run: SliceRun,
    { entity, id, field }: { readonly entity: string; readonly id: string; readonly field: string },
    back: (value: Json) => Json = (value) => value,
  ) {
    const place = run.fork.entries.findLastIndex(({ patches }) =>
      patches.some((patch) => patch.entity === entity && back(patch.id) === id && (patch.op !== 'update' || touches(patch.fields, field))),
    )
    const as = run.madeBy[place]
    return as === undefined ? {} : { step: as }
  }

  private stepNumbered(number: number | undefined): { readonly step?: string } {
    const found = nodesOf(this.procedure).find((node) => node.number === number)
    return found ? { step: found.node.as } : {}
  }
}

/** Whether these fields, or parts of them, are the one that is meant. */
const touches = (fields: Readonly<Record<string, unknown>>, field: string): boolean =>
  Object.keys(fields).some((key) => key === field || key.startsWith(`${field}.`) || field.startsWith(`${key}.`))

/** A procedure whose loops over lists go as far as the demonstration went. */
function asFarAsShown(procedure: Procedure, trace: Trace, steps: readonly StepFact[], index: CatalogueIndex): Procedure {
  const bounded = (nodes: readonly Node[]): readonly Node[] =>
    nodes.map((node): Node => {
      if (node.node === 'call') return node
      const body = bounded(node.body)
      if (node.node === 'when' || node.over.op !== 'out') return { ...node, body }
      const { over } = node
      const call = callsOf(procedure).find(({ as }) => as === over.step)
      const list = call && demonstrationOf(call, trace, steps)
      const listed = list ? (Object.values(trace.views).find(({ step }) => step === list.step.stepId)?.ids ?? listedBy(list, index)) : []
      const visited = rowsWorkedOn(node, trace, steps)
      const last = listed.reduce((far, id, place) => (visited.includes(id) ? place : far), -1)
      return { ...node, body, max: last < 0 ? node.max : last + 1 }
    })
  return { ...procedure, body: bounded(procedure.body) }
}

function listedBy({ step, command }: StepFact, index: CatalogueIndex): readonly string[] {
  const shape = listOf(command)
  return shape ? rowsAt(step.output, shape.path).map((row) => idOf(row, index.entity(shape.entity))) : []
}
