import { equalJson } from '../../../bus/json.ts'
import { leavesOf } from '../../../bus/schema.ts'
import { labelOf } from '../../words/labels.ts'
import type { Building, Decision } from '../building.ts'
import type { Column, LeafColumn } from '../steps/columns.ts'
import { composed } from './composed.ts'
import { ownText } from './ownText.ts'

/** A value that changes from row to row: what the row itself has in a field, every time, or text with its words in it. */
export function fromRow(building: Building, column: Column, leaf: LeafColumn): Decision | null {
  if (!building.loop) return null
  const { entity } = building.loop.at.find((one) => one !== null) ?? {}
  if (entity === undefined) return null
  const field = rowFieldEqual(building, column, leaf, entity)
  if (field !== null) {
    return { expr: { op: 'row', field }, provenance: 'explained', why: [`It stands in the row, as its ${labelOf(building.index.entity(entity), field)}`] }
  }
  const parts = ownText(building, column, leaf, entity)
  return parts && { expr: composed(parts, (path) => ({ op: 'row', field: path })), provenance: 'explained', why: ['It has words of the row in it, the same way each time'] }
}

/** The only field of the row, or part of one, that had the value each time. */
function rowFieldEqual(building: Building, column: Column, leaf: LeafColumn, entity: string): string | null {
  const { rowFields, schema } = building.index.entity(entity)
  const fields = [...new Set([...rowFields, ...leavesOf(schema).flatMap(({ path }) => (rowFields.some((field) => path.startsWith(`${field}.`)) ? [path] : []))])]
  const same = fields.filter((field) =>
    leaf.at.every((cell, place) => {
      const sample = column.samples[place]
      if (!cell || sample?.row === undefined) return true
      const now = building.traces[sample.trace]?.valueBefore(column.at[place] ?? null, entity, sample.row, field)
      return now !== undefined && equalJson(now, cell.value)
    }),
  )
  return same.length === 1 ? (same[0] ?? null) : null
}
