import type { Json, JsonObject } from '../../../bus/json.ts'
import { copiedText, type TextParts } from '../../recording/copiedText.ts'
import type { Building } from '../building.ts'
import type { Column, LeafColumn } from '../steps/columns.ts'

/**
 * How free text is put together of what the very record it is written to shows: *Bring it to Kiel* of its town.
 * @returns null where it is not, or not in one way each time
 */
export function ownText(building: Building, column: Column, leaf: LeafColumn, entity: string): TextParts | null {
  if (leaf.kind !== 'text') return null
  const { schema } = building.index.entity(entity)
  const found = leaf.at.flatMap((cell, place) => {
    const record = cell && recordBefore(building, column, place, entity)
    return cell && typeof cell.value === 'string' ? [record ? copiedText(cell.value, record, schema) : null] : []
  })
  const [first = null] = found
  // To write into a field what stands there already is no copy.
  if (!first || first.some((part) => typeof part !== 'string' && part.path === leaf.leaf.meaning.edits?.field)) return null
  return found.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : null
}

/** The record a step worked on as it stood before: the row of the loop around it, or the one the step names. */
export function recordBefore({ traces, index }: Building, column: Column, place: number, entity: string): JsonObject | null {
  const { trace = 0, row } = column.samples[place] ?? {}
  const fact = column.at[place] ?? null
  const named = fact?.leaves.find(({ kind, leaf }) => kind === 'record' && leaf.meaning.entity === entity)?.value
  const id = row ?? named
  const facts = traces[trace]
  if (typeof id !== 'string' || !facts) return null
  const fields = Object.keys(index.entity(entity).schema.properties ?? {})
  return Object.fromEntries(
    fields.flatMap((field): readonly [string, Json][] => {
      const value = facts.valueBefore(fact, entity, id, field)
      return value === undefined ? [] : [[field, value]]
    }),
  )
}
