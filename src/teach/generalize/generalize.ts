import type { CatalogueIndex } from '../../bus/command.ts'
import { deepFreeze } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import type { Trace } from '../recording/types.ts'
import { Asking } from './questions/asking.ts'
import { buildProcedure, type Built } from './build.ts'
import type { Building, Remark } from './building.ts'
import { ColumnIndex, type Column, type LeafColumn } from './steps/columns.ts'
import { askedAgain, crowdedLists } from './steps/crowded.ts'
import { copiesIn, leafAddress } from './leaves/copies.ts'
import { derivedIn } from './leaves/derived.ts'
import { findingsOf, remarksOn } from './findings.ts'
import { HandEdits } from './handEdits.ts'
import { isOfSeveral, liveColumns } from './steps/liveSteps.ts'
import { nodesOf } from '../procedure/walk.ts'
import { vetProcedure } from '../procedure/vet.ts'
import { ParamSlots } from './leaves/params.ts'
import { RecordBook } from './leaves/recordBook.ts'
import { readTraces, sequencesOf, shapeOf, type LoopItem, type Shape } from './steps/shape.ts'
import { withTicks } from './rules/ticks.ts'
import type { Answers, Edit, Generalized } from './types.ts'

/**
 * From demonstrations to a procedure: candidates of every leaf, columns of steps, a decision a leaf, the
 * program. Pure and deterministic, byte for byte; knows nothing but the schemas of the catalogue.
 * @param answers what people said to questions: a person's answer binds, an agent's is followed as a proposal
 * @param edits changes by hand, applied again at every call
 * @returns the procedure with the reason of every leaf; a problem in words when there is nothing to learn from
 */
export function generalize(
  traces: readonly Trace[],
  index: CatalogueIndex,
  answers: Answers,
  edits: readonly Edit[],
): Result<Generalized> {
  const read = readTraces(traces, index)
  if (!read.ok) return read
  const asking = new Asking(answers)
  const ordered = sequencesOf(read.value)
  const folded = shapeOf(read.value, ordered, true)
  const looped = folded.loops.length > 0 && folded.loops.every(isShared) ? attempt(folded, index, asking, edits) : null
  const works = looped !== null && !looped.built.unexplainedRows && !looped.judged
  if (works && looped.built.openRows.length === 0) return ok(looped.generalized)
  const plain = shapeOf(read.value, ordered, false)
  // Only what was asked about the rows still stands when they are not a loop.
  const rest = works ? asking.only('rest') : asking.ofRows()
  // Rows of a list are no rule to take them by, also where it was asked for anew after each of them.
  const unrolled = attempt(plain, index, rest, edits, folded.loops)
  // Different numbers of rows have no other form than a loop: over those the caller names, as long as nobody says more.
  if (works && traces.length > 1 && unrolled.judged) return ok(looped.generalized)
  if (traces.length > 1 && !agrees(plain)) {
    return fail('BLOCKED', 'These demonstrations do not agree on a single step, so they show different tasks. Make a tool of each.')
  }
  return ok(unrolled.generalized)
}

const isShared = ({ at }: LoopItem): boolean => at.every((one) => one !== null)

interface Attempt {
  readonly generalized: Generalized
  readonly built: Built
  /** Something was done only sometimes, and nothing tells when. */
  readonly judged: boolean
}

/**
 * Everything decided for one way to lay the demonstrations side by side.
 * @param rows loops of another way, which are none in this one
 */
function attempt(shape: Shape, index: CatalogueIndex, asking: Asking, edits: readonly Edit[], rows: readonly LoopItem[] = []): Attempt {
  const { traces } = shape
  const hand = new HandEdits(edits)
  const columns = new ColumnIndex(shape.columns)
  const madeParam = (column: Column, leaf: LeafColumn): boolean => hand.madeParams.has(leafAddress(column.as, leaf.leaf.path))
  const copies = new Map([...copiesIn(columns, traces, madeParam), ...derivedIn(columns, traces, madeParam)])
  const lists = shape.loops.flatMap(({ at, samples }) =>
    at.flatMap((loop, place) => (loop ? (columns.of(samples[place]?.trace ?? 0, loop.list.step.stepId) ?? []) : [])),
  )
  const live = new Set([...liveColumns(columns, copies, lists, true)].filter(({ as }) => !hand.dropped(as)))
  const sure = liveColumns(columns, copies, lists)
  const building: Building = {
    traces,
    index,
    columns,
    live,
    copies,
    edits: hand,
    asking,
    slots: new ParamSlots(),
    records: RecordBook.of([...live], traces.length),
    several: isOfSeveral(live),
    crowded: new Set([...crowdedLists(columns, live), ...askedAgain(columns, rows)]),
    picked: new Set(),
    loop: null,
    remarks: [],
  }
  const built = buildProcedure(building, shape.items, sure)
  const ticks = withTicks(building, built.procedure)
  const { procedure } = ticks
  const { reasons } = built
  const dropping = edits.filter(({ edit }) => edit === 'drop')
  // Steps that others depend on cannot go: the edits are left undone, and that is said.
  if (dropping.length > 0 && vetProcedure(procedure, index)) {
    const without = attempt(shape, index, asking, edits.filter((edit) => !dropping.includes(edit)), rows)
    const words = ['A step you dropped is needed by others or is the only one, so it stays']
    const said = findingsOf([{ level: 'note', kind: 'edit', leaf: JSON.stringify(dropping), words }])
    return { ...without, generalized: deepFreeze({ ...without.generalized, findings: [...without.generalized.findings, ...said] }) }
  }
  const stale = hand.idle.map((edit) => ({
    level: 'note' as const,
    kind: 'edit',
    leaf: JSON.stringify(edit),
    words: ['A change made by hand is about something that is no longer part of this'],
  }))
  const overtaken = asking.idle.map((questionId) => ({
    level: 'warn' as const,
    kind: 'answer',
    leaf: questionId,
    words: ['A question you answered no longer comes up: what was shown since settles it. See that the steps are still what you meant'],
  }))
  const steps = new Set(nodesOf(procedure).map(({ node }) => node.as))
  const gone = ({ step, kind }: Remark): boolean => kind !== 'edit' && step !== undefined && columns.named(step) !== undefined && !steps.has(step)
  const findings = findingsOf([...building.remarks.filter((remark) => !gone(remark)), ...remarksOn(procedure, traces, index), ...stale, ...overtaken])
  const dropped = shape.columns.filter(({ as }) => hand.dropped(as)).flatMap(({ from }) => from)
  const judged = building.remarks.some(({ kind }) => kind === 'judgement')
  const generalized = deepFreeze({
    procedure,
    reasons,
    findings,
    questions: judged ? building.asking.only('guard').questions : building.asking.questions,
    guards: ticks.offered,
    dropped,
  })
  return { generalized, built, judged }
}

/** Whether at least one change, or one look where nothing is changed, is shown by all. */
function agrees({ columns }: Shape): boolean {
  const writes = columns.filter(({ command }) => command.effect === 'write')
  return (writes.length > 0 ? writes : columns).some(({ at }) => at.every((fact) => fact !== null))
}
