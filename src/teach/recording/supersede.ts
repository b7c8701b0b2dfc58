import { at, equalJson, type Json } from '../../bus/json.ts'
import { withLeaf } from '../../bus/schema.ts'
import { fieldKey, netChanges, partsChanged } from './changes.ts'
import { editsOf, isSetEdit, itemsOf, type FieldEdit } from './edits.ts'
import type { RecordedEvidence, Step } from './types.ts'
import { usedBetween, type Surroundings } from './uses.ts'

const keysOf = (step: Step): readonly string[] => partsChanged(step.changes).map(({ entity, id, field }) => fieldKey(entity, id, field))

/**
 * Without writes of which nothing remains: those that change nothing, and those all of whose fields are given a
 * whole new value later. A write stays while a kept step used what it wrote.
 */
export function withoutSuperseded(steps: readonly Step[], around: Surroundings): readonly Step[] {
  const writes = (step: Step): boolean => around.index.command(step.command)?.effect === 'write'
  const replacedBy = (key: string, from: number): boolean =>
    steps.some((later, place) => {
      if (place <= from) return false
      const whole = editsOf(later, around.index).some((edit) => edit.key === key && !isSetEdit(edit))
      return whole && !usedBetween(steps, from, place, key, around)
    })
  return steps.filter((step, place) => !writes(step) || (step.changes.length > 0 && !keysOf(step).every((key) => replacedBy(key, place))))
}

/** Without writes all of whose fields end where they began, none of the values between having been used. */
export function withoutRoundTrips(steps: readonly Step[], around: Surroundings): readonly Step[] {
  const moved = new Set(partsChanged(netChanges(steps.flatMap((step) => step.changes))).map(({ entity, id, field }) => fieldKey(entity, id, field)))
  const placesOf = (key: string): readonly number[] => steps.flatMap((step, place) => (keysOf(step).includes(key) ? [place] : []))
  const returns = (key: string): boolean => {
    const places = placesOf(key)
    const end = places.at(-1) ?? 0
    return !moved.has(key) && places.every((from) => from === end || !usedBetween(steps, from, end, key, around))
  }
  return steps.filter((step) => step.changes.length === 0 || !keysOf(step).every(returns))
}

interface PlacedEdit extends FieldEdit {
  readonly place: number
}

/**
 * Set edits of one field merged: what was added by several steps is added by the first of them that still adds
 * something, and an item that was both added and removed is left out where it ends as it began. Edits between
 * which the field was used stay apart.
 */
export function withMergedSetEdits(steps: readonly Step[], around: Surroundings): readonly Step[] {
  const runs = runsOfSetEdits(steps, around)
  let merged: readonly (Step | undefined)[] = steps
  for (const run of runs) merged = mergeRun(merged, run)
  return merged.filter((step) => step !== undefined)
}

/** Uninterrupted set edits of one field, at least two, in order. */
function runsOfSetEdits(steps: readonly Step[], around: Surroundings): readonly (readonly PlacedEdit[])[] {
  const open = new Map<string, PlacedEdit[]>()
  const runs: PlacedEdit[][] = []
  steps.forEach((step, place) => {
    for (const edit of editsOf(step, around.index)) {
      const run = open.get(edit.key)
      const last = run?.at(-1)
      if (!isSetEdit(edit)) open.delete(edit.key)
      else if (run && last && !usedBetween(steps, last.place, place, edit.key, around)) run.push({ ...edit, place })
      else {
        const begun = [{ ...edit, place }]
        open.set(edit.key, begun)
        runs.push(begun)
      }
    }
  })
  return runs.filter((run) => run.length > 1)
}

function mergeRun(steps: readonly (Step | undefined)[], run: readonly PlacedEdit[]): readonly (Step | undefined)[] {
  const first = run[0] && steps[run[0].place]
  const began = first && partsChanged(first.changes).find((one) => fieldKey(one.entity, one.id, one.field) === run[0]?.key)?.before
  const initial = Array.isArray(began) ? (began as readonly Json[]) : []
  const ops = new Map<string, { readonly item: Json; readonly ops: Set<string>; last: string }>()
  for (const { op, value } of run) {
    for (const item of itemsOf(value)) {
      const known = ops.get(JSON.stringify(item)) ?? { item, ops: new Set(), last: op }
      known.ops.add(op)
      known.last = op
      ops.set(JSON.stringify(item), known)
    }
  }
  const stays = [...ops.values()].filter((one) => {
    const had = initial.some((item) => equalJson(item, one.item))
    return one.ops.size === 1 || had !== (one.last === 'add')
  })
  const result = [...steps]
  const given = new Set<string>()
  for (const { op, leaf, place, value } of run) {
    const step = result[place]
    if (!step) continue
    const all = stays.filter((one) => one.last === op).map(({ item }) => item)
    const own = itemsOf(value).some((item) => all.some((one) => equalJson(one, item)))
    const items = own && !given.has(op) ? all : []
    if (own) given.add(op)
    result[place] = items.length === 0 ? undefined : withItems(step, leaf.path, items, op)
  }
  return result
}

function withItems(step: Step, path: string, items: readonly Json[], op: FieldEdit['op']): Step {
  const given = at(step.input, path)
  if (given !== undefined && equalJson(itemsOf(given), items)) return step
  const evidence = step.evidence[path]
  const texts = items.filter((item) => typeof item === 'string')
  const toggled: RecordedEvidence = { how: 'toggled', ...(op === 'add' ? { added: texts } : { removed: texts }) }
  return {
    ...step,
    input: withLeaf(step.input, path, Array.isArray(given) || items.length > 1 ? items : (items[0] ?? null)),
    evidence: evidence?.how === 'toggled' ? { ...step.evidence, [path]: toggled } : step.evidence,
  }
}
