import type { Bus } from './bus.ts'
import { movesByItself, type EntityDef } from './entity.ts'
import { equalJson, type Json } from './json.ts'
import { fail, ok, type Result } from './results.ts'
import { inverse, type FieldChange, type Patch, type Rec } from './state.ts'
import { versionOf } from './table.ts'

/**
 * The patches that take a unit of changes back, or bring it back, on the records as they are now. Fields that
 * move by themselves never stand in the way; they return to what they were unless something else moved them.
 * Versions are not restored but counted on, so that whoever relied on one notices.
 * @param patches of the unit, in the order they were made
 * @param known other patches of the history: a record that comes back counts on from the highest version they know
 * @returns one patch a record, or `STALE` naming the record and the first field that was changed since
 */
export function revert(
  bus: Bus,
  patches: readonly Patch[],
  direction: 'undo' | 'redo',
  known: readonly Patch[] = [],
): Result<readonly Patch[]> {
  const steps = direction === 'redo' ? patches : patches.toReversed().map(inverse)
  const records = new Map<string, Reverted>()
  for (const step of steps) {
    const entity = bus.index.entity(step.entity)
    const key = `${step.entity}\n${step.id}`
    const before = bus.session.records.get(step.entity, step.id)
    const held = records.get(key) ?? { entity, id: step.id, before, now: before, version: versionOf(entity, before) ?? 0 }
    const wrong = conflict(entity, held.now, step)
    if (wrong !== null) return stale(entity, step.id, wrong, direction)
    records.set(key, { ...held, now: stepped(entity, held.now, step), version: Math.max(held.version, versionIn(entity, step)) })
  }
  for (const patch of known) {
    const key = `${patch.entity}\n${patch.id}`
    const held = records.get(key)
    if (held) records.set(key, { ...held, version: Math.max(held.version, versionIn(held.entity, patch)) })
  }
  return ok([...records.values()].flatMap(net))
}

interface Reverted {
  readonly entity: EntityDef
  readonly id: string
  readonly before: Rec | undefined
  readonly now: Rec | undefined
  /** The highest version the record is known to have had. */
  readonly version: number
}

/** The first field that is not as the step expects it, the record's id where it is the record itself, or null. */
function conflict(entity: EntityDef, now: Rec | undefined, step: Patch): string | null {
  if (step.op === 'create') return now ? entity.idField : null
  if (!now) return entity.idField
  const expected: readonly (readonly [string, Json | undefined])[] =
    step.op === 'update'
      ? Object.entries(step.fields).map(([field, change]) => [field, change.from] as const)
      : [...new Set([...Object.keys(step.record), ...Object.keys(now)])].map((field) => [field, step.record[field]] as const)
  const wrong = expected.find(([field, value]) => !movesByItself(entity, field) && !equalJson(now[field], value))
  return wrong?.[0] ?? null
}

function stepped(entity: EntityDef, now: Rec | undefined, step: Patch): Rec | undefined {
  if (step.op !== 'update') return step.op === 'create' ? step.record : undefined
  const next: Record<string, Json> = { ...now }
  for (const [field, { from, to }] of Object.entries(step.fields)) {
    if (field === entity.versionField || (movesByItself(entity, field) && !equalJson(now?.[field], from))) continue
    if (to === undefined) delete next[field]
    else next[field] = to
  }
  return next
}

/** The version a step knows of, so that a record made again goes on counting from there. */
function versionIn({ versionField }: EntityDef, step: Patch): number {
  if (versionField === undefined) return 0
  const known = step.op === 'update' ? [step.fields[versionField]?.from, step.fields[versionField]?.to] : [step.record[versionField]]
  return Math.max(0, ...known.filter((version) => typeof version === 'number'))
}

/** One patch for all that happened to a record. */
function net({ entity, id, before, now, version }: Reverted): readonly Patch[] {
  const { name, versionField } = entity
  const counted = (record: Rec): Rec => (versionField === undefined ? record : { ...record, [versionField]: version + 1 })
  if (!now) return before ? [{ op: 'remove', entity: name, id, record: before }] : []
  if (!before) return [{ op: 'create', entity: name, id, record: counted(now) }]
  const fields: Record<string, FieldChange> = {}
  for (const field of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const from = before[field]
    const to = now[field]
    if (field === versionField || equalJson(from, to)) continue
    fields[field] = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  }
  if (Object.keys(fields).length === 0) return []
  const was = versionOf(entity, before)
  if (versionField !== undefined && was !== null) fields[versionField] = { from: was, to: was + 1 }
  return [{ op: 'update', entity: name, id, fields }]
}

function stale({ one, idField, schema }: EntityDef, id: string, field: string, direction: 'undo' | 'redo'): ReturnType<typeof fail> {
  const done = direction === 'undo' ? 'undone' : 'redone'
  const label = schema.properties?.[field]?.['x-us']?.label ?? field
  const what = field === idField ? `The ${one} ${id} was made or removed since` : `The ${label} of ${one} ${id} was changed since`
  return fail('STALE', `${what}, so this cannot be ${done}.`, { path: field, known: [id] })
}
