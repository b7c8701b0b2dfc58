import { canonical, type Json } from '../../../bus/json.ts'
import type { JsonSchema, Leaf } from '../../../bus/schema.ts'
import type { Expr, Param } from '../../procedure/types.ts'
import { shortHash } from '../hash.ts'

/** How a parameter's value enters a leaf: as a whole, as items that come or go, or as the rows of a loop. */
export type Way = 'whole' | 'added' | 'removed' | 'rows'

/** One leaf a parameter flows into. */
export interface Use {
  readonly step: string
  readonly command: string
  readonly writes: boolean
  readonly leaf: Leaf
  readonly way: Way
}

/** A parameter while the procedure is being built. */
export interface Slot {
  readonly key: string
  /** Kind of record it names, when it names one that is acted on. */
  readonly record: string | null
  readonly uses: Use[]
  /** The demonstrated value. */
  readonly value: Json
  required: boolean
}

/**
 * The parameters of a procedure in the making. Leaves with the same identity share one parameter: all
 * leaves naming one record, and values of one kind that are equal in every demonstration.
 */
export class ParamSlots {
  private readonly slots = new Map<string, Slot>()

  /** @returns the parameter as an expression; a leaf that needs a value makes it required for all its leaves */
  take(
    identity: unknown,
    use: Use,
    { key, value, required, record = null }: Omit<Slot, 'uses' | 'record'> & { readonly record?: string | null },
  ): Expr {
    const place = canonical(identity)
    const slot = this.slots.get(place) ?? { key, record, uses: [], value, required }
    this.slots.set(place, slot)
    slot.uses.push(use)
    slot.required ||= required
    return { op: 'param', key: slot.key }
  }

  /** In the order they were first needed. */
  get all(): readonly Slot[] {
    return [...this.slots.values()]
  }
}

/** The key of the parameter a leaf becomes: from its address and its turn among the steps of that command, so edits do not move it. */
export const keyOf = (command: string, leaf: string, turn: number, way: string): string =>
  `p_${shortHash([command, leaf, turn, way]).slice(0, 8)}`

/** A leaf's schema for a parameter: null is taken out, since clearing is another procedure than setting. */
export function paramSchema(schema: JsonSchema): JsonSchema {
  const { type, enum: choices, anyOf, ...rest } = schema
  const types = [type ?? []].flat().filter((one) => one !== 'null')
  const branches = anyOf?.filter((branch) => branch.type !== 'null' && branch.const !== null)
  const [only] = branches ?? []
  return {
    ...(types.length > 0 ? { type: types.length === 1 ? (types[0] ?? types) : types } : {}),
    ...(choices ? { enum: choices.filter((choice) => choice !== null) } : {}),
    ...(branches && branches.length > 1 ? { anyOf: branches } : {}),
    ...(branches?.length === 1 ? only : {}),
    ...rest,
  }
}

/** A finished parameter, once its name and description are known. */
export function paramOf(slot: Slot, name: string, description: string): Param {
  return {
    key: slot.key,
    name,
    description,
    schema: schemaOf(slot),
    leaves: [...new Set(slot.uses.map(({ command, leaf }) => `${command}.${leaf.path}`))],
    required: slot.required,
    ...(slot.required ? {} : { default: slot.value }),
  }
}

function schemaOf(slot: Slot): JsonSchema {
  const schema = paramSchema(bestLeaf(slot)?.schema ?? {})
  if (!slot.uses.some(({ way }) => way === 'rows')) return schema
  const { description: _one, ...items } = schema
  return { type: 'array', items, minItems: 1, maxItems: MOST_ROWS, uniqueItems: true }
}

/** Rows a caller may name. */
const MOST_ROWS = 100

/** The leaf whose schema the parameter has: one that takes the record itself knows its ids best. */
export const bestLeaf = ({ uses }: Pick<Slot, 'uses'>): Leaf | undefined =>
  (uses.find(({ leaf }) => leaf.meaning.kind === 'record') ?? uses[0])?.leaf
