import { at, equalJson } from '../../../bus/json.ts'
import { leavesOf } from '../../../bus/schema.ts'
import { listOf, rowsAt } from '../../procedure/lists.ts'
import { setWhileTeaching } from './choices.ts'
import type { LeafFact, StepFact, TraceFacts } from './facts.ts'

/** Blocks of steps on one row of a list after the other, as one demonstration showed them. */
export interface LoopFact {
  readonly loop: true
  /** Row by row, or one gesture over a selection: all that match, or some taken by hand. */
  readonly by: 'rows' | 'all' | 'hand'
  /** The step that made the list. */
  readonly list: StepFact
  readonly entity: string
  /** Ids of the list as it stood at entry, as far as they are known. */
  readonly ids: readonly string[]
  readonly total: number
  /** Ids of the rows worked on, in order, each with its block. */
  readonly rows: readonly string[]
  readonly blocks: readonly (readonly StepFact[])[]
  /** Rows passed over before the last one worked on. */
  readonly skipped: readonly string[]
  /** Rows after the last one. */
  readonly remaining: readonly string[]
}

export const isLoop = (piece: StepFact | LoopFact): piece is LoopFact => 'loop' in piece

type Piece = StepFact | LoopFact

/**
 * Sequences with their repeated blocks as loops: steps on one row after the other of a list that was set while
 * teaching. The shape needs two blocks in one of the demonstrations; then one block of another will do.
 */
export function foldLoops(traces: readonly TraceFacts[], sequences: readonly (readonly StepFact[])[]): readonly (readonly Piece[])[] {
  const fold = (least: number) => sequences.map((steps, place) => foldOne(steps, traces[place], least))
  const strict = fold(2)
  if (!strict.some((pieces) => pieces.some(isLoop))) return sequences
  return strict.every((pieces) => pieces.some(isLoop)) ? strict : fold(1)
}

function foldOne(steps: readonly StepFact[], facts: TraceFacts | undefined, least: number): readonly Piece[] {
  if (!facts) return steps
  const pieces: Piece[] = []
  for (let place = 0; place < steps.length; ) {
    const step = steps[place]
    if (!step) break
    pieces.push(step)
    place += 1
    const found = loopAfter(steps, place, step, facts)
    if (!found || found.loop.blocks.length < least) continue
    pieces.push(found.loop)
    place = found.next
  }
  return pieces
}

/** The loop over the list a step made, right behind it. */
function loopAfter(steps: readonly StepFact[], from: number, list: StepFact, facts: TraceFacts): { loop: LoopFact; next: number } | null {
  const shape = listOf(list.command)
  const setHere = leavesOf(list.command.input).some(
    ({ path }) => at(list.step.input, path) !== undefined && setWhileTeaching(list.step.evidence[path]),
  )
  if (!shape || !setHere) return null
  const ids = idsOf(list, shape.path, facts)
  const selected = selectionAfter(steps[from])
  const lists = new Set([list.step.stepId])
  const blocks: { readonly id: string; readonly steps: StepFact[] }[] = []
  let end = from
  for (let place = from; place < steps.length; place += 1) {
    const step = steps[place]
    if (!step) break
    if (step.command.id === list.command.id && equalJson(step.step.input, list.step.input)) {
      lists.add(step.step.stepId)
      continue
    }
    const record = rowLeaf(step, shape.entity)
    const current = blocks.at(-1)
    if (!record || !ids.includes(record.value as string)) break
    if (current?.id === record.value) current.steps.push(step)
    else {
      const taken = record.choice !== null && lists.has(record.choice.list)
      if (!taken || blocks.some(({ id }) => id === record.value)) break
      blocks.push({ id: record.value as string, steps: [step] })
    }
    if (step.command.effect === 'write') end = place + 1
  }
  const whole = blocks.filter(({ steps: block }) => block.some(({ command }) => command.effect === 'write'))
  if (whole.length === 0 || (selected !== 'hand' && !inOrder(whole.map(({ id }) => ids.indexOf(id))))) return null
  const rows = whole.map(({ id }) => id)
  const last = ids.indexOf(rows.at(-1) ?? '')
  const loop: LoopFact = {
    loop: true,
    by: selected ?? 'rows',
    list,
    entity: shape.entity,
    ids,
    total: list.found ?? ids.length,
    rows,
    blocks: whole.map(({ steps: block }) => block),
    skipped: selected === 'hand' ? [] : ids.slice(0, last).filter((id) => !rows.includes(id)),
    remaining: selected === 'hand' ? [] : ids.slice(last + 1),
  }
  return { loop, next: end }
}

/** The kind of selection a step worked on. */
function selectionAfter(step: StepFact | undefined): 'all' | 'hand' | null {
  const evidence = step?.leaves.find(({ kind }) => kind === 'record')?.evidence
  return evidence?.how === 'selection' ? evidence.of : null
}

/** The one record a step works on, when it is of the kind the list holds and the step names no other. */
function rowLeaf({ leaves }: StepFact, entity: string): LeafFact | null {
  const named = leaves.filter(({ kind }) => kind === 'record' || kind === 'records')
  const [one] = named
  return named.length === 1 && one?.kind === 'record' && one.leaf.meaning.entity === entity ? one : null
}

/** The whole list as far as the recording keeps it. */
function idsOf({ step, command }: StepFact, path: string, { trace }: TraceFacts): readonly string[] {
  const view = Object.values(trace.views).find((one) => one.step === step.stepId)
  if (view) return view.ids
  const [idLeaf] = leavesOf(command.output).filter(({ meaning }) => meaning.list !== undefined)
  const items = idLeaf?.schema.items
  const idField = Object.entries(items?.properties ?? {}).find(([, schema]) => schema['x-us']?.kind === 'record')?.[0]
  if (idField === undefined) return []
  return rowsAt(step.output, path).flatMap((row) => (typeof row[idField] === 'string' ? [row[idField]] : []))
}

const inOrder = (places: readonly number[]): boolean => places.every((place, turn) => place >= 0 && (turn === 0 || place > (places[turn - 1] ?? 0)))

/** Whether nothing of the list was left over, and all of it is known. */
export const isExhausted = ({ remaining, ids, total }: LoopFact): boolean => remaining.length === 0 && ids.length === total

