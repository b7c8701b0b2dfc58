import type { CatalogueIndex } from '../../bus/command.ts'
import type { Json } from '../../bus/json.ts'
import type { Words } from '../../bus/words.ts'
import type { Expr } from '../procedure/types.ts'
import type { Asking } from './questions/asking.ts'
import { timesShown, type Column, type ColumnIndex, type LeafColumn } from './steps/columns.ts'
import type { Copies } from './leaves/copies.ts'
import type { TraceFacts } from './steps/facts.ts'
import type { HandEdits } from './handEdits.ts'
import { keyOf, type ParamSlots, type Use, type Way } from './leaves/params.ts'
import type { RecordBook } from './leaves/recordBook.ts'
import type { LoopItem } from './steps/shape.ts'
import type { Finding, LeafReason } from './types.ts'

/** What a leaf became, and why. */
export interface Decision {
  readonly expr: Expr
  readonly provenance: LeafReason['provenance']
  readonly why: Words
}

/** A finding before it has a name. */
export interface Remark {
  readonly level: Finding['level']
  readonly kind: string
  readonly step?: string
  readonly leaf?: string
  readonly words: Words
}

/** All that decisions on the leaves of one procedure share. */
export interface Building {
  readonly traces: readonly TraceFacts[]
  readonly index: CatalogueIndex
  readonly columns: ColumnIndex
  readonly live: ReadonlySet<Column>
  readonly copies: Copies
  readonly edits: HandEdits
  readonly asking: Asking
  readonly slots: ParamSlots
  readonly records: RecordBook
  /** Lists were made or several records worked on: more was shown than what to do with one open record. */
  readonly several: boolean
  /** Columns of lists from which several records were taken to be changed. */
  readonly crowded: ReadonlySet<Column>
  /** Columns of lists from which a rule takes a record already. */
  readonly picked: Set<Column>
  /** The loop around the step being decided. */
  loop: LoopItem | null
  readonly remarks: Remark[]
}

export const recordKey = (entity: string, id: Json): string => JSON.stringify([entity, id])

/** How a person calls a leaf. */
export const labelOf = ({ leaf }: LeafColumn): string =>
  leaf.meaning.label ?? (leaf.path.split('.').at(-1) ?? leaf.path).replace(/([a-z])([A-Z])/gu, '$1 $2').toLowerCase()

export const useOf = ({ as, command }: Column, { leaf }: LeafColumn, way: Way = 'whole'): Use => ({
  step: as,
  command: command.id,
  writes: command.effect === 'write',
  leaf,
  way,
})

/** The key a leaf has as a parameter. */
export const leafKey = ({ command, turn }: Column, { leaf }: LeafColumn, way = 'whole'): string => keyOf(command.id, leaf.path, turn, way)

/** *Shown twice*; a step that was put right in all demonstrations by showing it once more was *Shown again*. */
export function shownWords({ traces }: Building, column: Column): string {
  const again = column.at.every((fact, place) => fact === null || traces[column.samples[place]?.trace ?? 0]?.trace.shownAgain?.includes(fact.step.stepId) === true)
  const times = timesShown(column)
  return again ? 'Shown again' : times === 1 ? 'Shown once' : times === 2 ? 'Shown twice' : `Shown ${times} times`
}
