import type { CatalogueIndex, Command } from '../../bus/command.ts'
import type { EntityDef } from '../../bus/entity.ts'
import type { Fork } from '../../bus/bus.ts'
import { at, equalJson, type Json, type JsonObject } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import { listOf, rowsAt } from './lists.ts'
import { choose } from './pick.ts'
import type { Expr, Pick } from './types.ts'

/** What a step of the run was given and gave. */
export interface StepResult {
  readonly number: number
  readonly command: Command
  readonly input: JsonObject
  readonly output: Json
}

/** A row of a loop: the id as at entry; its fields are looked up when they are asked for. */
export interface RowRef {
  readonly entity: EntityDef
  readonly id: string
}

/** All an expression may look at. */
export interface Scope {
  readonly index: CatalogueIndex
  readonly fork: Fork
  /** By key, with defaults; parameters that were left out are not in it. */
  readonly params: ReadonlyMap<string, Json>
  /** Id of the person who runs it, if known. */
  readonly me: string | null
  /** Steps done so far, by `as`; those of a loop's body only while in the same row. */
  readonly steps: ReadonlyMap<string, StepResult>
  readonly row?: RowRef
  /** The loop's row before this one. */
  readonly prev?: RowRef
}

/**
 * The value of an expression as things stand. `undefined` means there is none: the leaf is left out.
 * @returns `GUARD_UNMET` where a pick does not work out or nobody is `me`, `NOT_FOUND` for a record that is gone
 */
export function evaluate(expr: Expr, scope: Scope): Result<Json | undefined> {
  switch (expr.op) {
    case 'const':
      return ok(expr.value)
    case 'param':
      return ok(scope.params.get(expr.key))
    case 'me':
      return scope.me === null ? fail('GUARD_UNMET', 'Say who you are first: this uses the person who runs it.') : ok(scope.me)
    case 'out':
      return ok(at(scope.steps.get(expr.step)?.output, expr.path))
    case 'arg':
      return ok(at(scope.steps.get(expr.step)?.input, expr.path))
    case 'row':
      return ok(fieldOf(scope.row, expr.field, scope))
    case 'prev':
      return ok(fieldOf(scope.prev, expr.field, scope))
    case 'field':
      return fieldOfRecord(expr.entity, expr.of, expr.field, scope)
    case 'pick':
      return pickFrom(expr.list, expr.choose, scope)
    case 'add':
    case 'remove':
      return edited(expr.op, expr.to, expr.items, scope)
    case 'concat':
      return concatenated(expr.parts, scope)
  }
}

function fieldOf(row: RowRef | undefined, field: string, { fork }: Scope): Json | undefined {
  if (!row) return undefined
  return field === row.entity.idField ? row.id : at(fork.session.records.get(row.entity.name, row.id), field)
}

function fieldOfRecord(entity: string, of: Expr, field: string, scope: Scope): Result<Json | undefined> {
  const id = evaluate(of, scope)
  if (!id.ok || typeof id.value !== 'string') return id.ok ? ok(undefined) : id
  const record = scope.fork.session.records.get(entity, id.value)
  return record ? ok(at(record, field)) : fail('NOT_FOUND', `The ${scope.index.entity(entity).one} to copy from does not exist.`)
}

function pickFrom(step: string, pick: Pick, scope: Scope): Result<Json | undefined> {
  const source = scope.steps.get(step)
  const shape = source && listOf(source.command)
  if (!source || !shape) return fail('GUARD_UNMET', 'The list to take from was not made in this run.')
  const given = pick.by === 'id' ? evaluate(pick.id, scope) : ok(undefined)
  if (!given.ok) return given
  const list = {
    entity: scope.index.entity(shape.entity),
    rows: rowsAt(source.output, shape.path),
    called: `the list of step ${source.number} (${source.command.id})`,
  }
  const chosen = choose(pick, list, scope.fork.session.records, given.value)
  // The rows of a loop are relied on one by one, when their turn comes.
  if (chosen.ok && typeof chosen.value === 'string') scope.fork.rely(shape.entity, chosen.value)
  return chosen
}

/** An array with items added at its end or taken out; items that are arrays count as their items. */
function edited(op: 'add' | 'remove', to: Expr, items: readonly Expr[], scope: Scope): Result<Json | undefined> {
  const base = evaluate(to, scope)
  if (!base.ok) return base
  const given = evaluateAll(items, scope)
  if (!given.ok) return given
  const now: readonly Json[] = Array.isArray(base.value) ? (base.value as readonly Json[]) : []
  const edits = given.value.flat() as readonly Json[]
  const has = (list: readonly Json[], item: Json): boolean => list.some((other) => equalJson(other, item))
  if (op === 'remove') return ok(now.filter((item) => !has(edits, item)))
  return ok(edits.reduce<readonly Json[]>((list, item) => (has(list, item) ? list : [...list, item]), now))
}

const READS = new Set<Expr['op']>(['out', 'arg', 'field', 'row', 'prev'])

/** A text that lacks what should be read somewhere is another text: looked for, it would find too much. */
function concatenated(parts: readonly Expr[], scope: Scope): Result<Json | undefined> {
  let text = ''
  for (const part of parts) {
    const value = evaluate(part, scope)
    if (!value.ok) return value
    const piece = asText(value.value ?? null)
    if (READS.has(part.op) && piece.trim() === '') return fail('GUARD_UNMET', 'A text is put together of a value that is empty here.')
    text += piece
  }
  return ok(text)
}

/** The values of several expressions; those without one are left out. */
function evaluateAll(exprs: readonly Expr[], scope: Scope): Result<readonly Json[]> {
  const values: Json[] = []
  for (const expr of exprs) {
    const value = evaluate(expr, scope)
    if (!value.ok) return value
    if (value.value !== undefined) values.push(value.value)
  }
  return ok(values)
}

function asText(value: Json): string {
  if (value === null) return ''
  if (Array.isArray(value)) return (value as readonly Json[]).map(asText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
