import { isWhole, type Column, type ColumnIndex, type LeafColumn } from './columns.ts'
import { leafAddress, type Copies } from '../leaves/copies.ts'

/**
 * The columns that become part of the procedure: all writes, and the looks something kept depends on. A list counts
 * as used only when its query was set while teaching. When nothing was written the looks themselves are the task, and
 * all stay that every demonstration has.
 * @param lists those that loops go over
 * @param withRivals also the looks a value may have been copied from, which an answer decides
 */
export function liveColumns(columns: ColumnIndex, copies: Copies, lists: readonly Column[] = [], withRivals = false): ReadonlySet<Column> {
  if (columns.all.every(({ command }) => command.effect !== 'write')) {
    return new Set(columns.all.filter(({ at }) => at.every((fact) => fact !== null)))
  }
  const live = new Set<Column>(lists)
  // Backwards: whatever a step uses comes before it.
  for (const column of columns.all.toReversed()) {
    if (column.command.effect !== 'write' && !live.has(column)) continue
    live.add(column)
    for (const used of usedBy(column, columns, copies, withRivals)) live.add(used)
  }
  return live
}

function usedBy(column: Column, columns: ColumnIndex, copies: Copies, withRivals: boolean): readonly Column[] {
  return column.leaves.flatMap((leaf) => {
    const copy = copies.get(leafAddress(column.as, leaf.leaf.path))
    const opener = isRow(column, leaf) ? undefined : columns.openerOf(column, leaf)
    const list = columns.choiceOf(column, leaf)?.list
    return [...[opener, list].flatMap((used) => (used && isWhole(used) ? [used] : [])), ...(copy?.is === 'copied' ? [copy.from] : []), ...(copy?.is === 'rivals' && withRivals ? copy.sources.map(({ from }) => from) : [])]
  })
}

/** The leaf names the row of the loop the step is in: nothing needs opening. */
export function isRow({ samples }: Column, leaf: LeafColumn): boolean {
  return samples.some(({ row }) => row !== undefined) && leaf.at.every((cell, place) => !cell || cell.value === samples[place]?.row)
}

/** Whether steps make lists or work on several records, so that more is shown than what to do with one open record. */
export function isOfSeveral(columns: Iterable<Column>): boolean {
  const records = new Map<number, Set<unknown>>()
  for (const { facts, leaves, samples } of columns) {
    if (facts.some(({ found }) => found !== null) || leaves.some(({ kind }) => kind === 'records')) return true
    for (const { kind, at } of leaves) {
      if (kind !== 'record') continue
      at.forEach((cell, place) => {
        const trace = samples[place]?.trace ?? 0
        if (cell) records.set(trace, (records.get(trace) ?? new Set()).add(cell.value))
      })
    }
  }
  return [...records.values()].some(({ size }) => size > 1)
}
