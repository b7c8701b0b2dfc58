import type { Command } from '../../bus/command.ts'
import { at, isObject, type Json, type JsonObject } from '../../bus/json.ts'
import { isActedOn, leafAt, leavesOf, type Leaf } from '../../bus/schema.ts'

/** Where a command's output holds a list of records, by what its schema says. */
export interface ListShape {
  readonly path: string
  readonly entity: string
}

/** The list a command returns, or null. */
export function listOf(command: Command): ListShape | null {
  for (const leaf of leavesOf(command.output)) {
    if (leaf.meaning.list !== undefined) return { path: leaf.path, entity: leaf.meaning.list }
  }
  return null
}

/** The rows of an output at a path: objects only, so that a damaged output finds nothing rather than throws. */
export function rowsAt(output: Json, path: string): readonly JsonObject[] {
  const found = at(output, path)
  return Array.isArray(found) ? (found as readonly Json[]).filter(isObject) : []
}

/** How many records an output says there are, where its schema has a place for that. */
export function totalIn(command: Command, output: Json): number | null {
  const leaf = leavesOf(command.output).find(({ meaning }) => meaning.counts === true)
  const total = leaf && at(output, leaf.path)
  return typeof total === 'number' ? total : null
}

/** The kind of record a command returns one of, judged by what its input names. */
export function entityRead(command: Command): string | null {
  const list = listOf(command)
  if (list) return list.entity
  return leavesOf(command.input).find((leaf) => leaf.meaning.kind === 'record')?.meaning.entity ?? null
}

/** The leaf by which a command is told which record to act on, of a kind if one is given. */
export const recordLeaf = (command: Command, entity?: string): Leaf | undefined =>
  leavesOf(command.input).find((leaf) => isActedOn(leaf) && (entity === undefined || leaf.meaning.entity === entity))

/** Records an input names to be acted on. */
export function actedOn(command: Command, input: JsonObject): readonly { readonly entity: string; readonly id: string }[] {
  return leavesOf(command.input).flatMap((leaf) => {
    const { path, meaning: { entity } } = leaf
    if (entity === undefined || !isActedOn(leaf)) return []
    const value = at(input, path)
    const ids: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [value ?? null]
    return ids.flatMap((id) => (typeof id === 'string' ? [{ entity, id }] : []))
  })
}

/** Meaning and schema of a leaf of a command's input, by path. */
export const inputLeaf = (command: Command, path: string): Leaf | undefined => leafAt(command.input, path)
