import { equalJson } from '../../../bus/json.ts'
import type { Building, Decision } from '../building.ts'
import type { Column, LeafColumn } from '../steps/columns.ts'

/** A value that changes from row to row: what the row itself has in a field, every time. */
export function fromRow(building: Building, column: Column, leaf: LeafColumn): Decision | null {
  if (!building.loop) return null
  const { entity } = building.loop.at.find((one) => one !== null) ?? {}
  const field = entity === undefined ? null : rowFieldEqual(building, column, leaf, entity)
  if (field === null) return null
  return { expr: { op: 'row', field }, provenance: 'explained', why: [`It stands in the row, as its ${field}`] }
}

function rowFieldEqual(building: Building, column: Column, leaf: LeafColumn, entity: string): string | null {
  const fields = building.index.entity(entity).rowFields
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
