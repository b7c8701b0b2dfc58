import { at, equalJson, type Json } from '../../../bus/json.ts'
import type { CatalogueIndex } from '../../../bus/command.ts'
import { withLeaf } from '../../../bus/schema.ts'
import { EMPTY_VIEW, type Rec } from '../../../bus/state.ts'
import { Records } from '../../../bus/table.ts'
import { listOf, rowsAt } from '../../procedure/lists.ts'
import type { StepFact } from '../steps/facts.ts'
import type { SliceRecords } from '../steps/slices.ts'

/** What the query of a list says it tests of a record. */
interface ListTest {
  readonly field: string
  readonly op: 'in' | 'equals' | 'contains' | 'lacks' | 'search'
  readonly value: Json
  /** Stands for *no value*. */
  readonly nobody: Json | undefined
}

const testsOf = ({ leaves }: StepFact): readonly ListTest[] =>
  leaves.flatMap(({ leaf, value }) => (leaf.meaning.tests ? [{ ...leaf.meaning.tests, value, nobody: leaf.meaning.nobody }] : []))

const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : [value])

/** Whether a record would be in a list, by what its query says it tests; of a text looked for nothing is known. */
export function inList(list: StepFact): (row: Rec) => boolean {
  const tests = testsOf(list)
  return (row) =>
    tests.every(({ field, op, value, nobody }) => {
      const now = at(row, field)
      const has = (one: Json): boolean => Array.isArray(now) && (now as readonly Json[]).some((item) => equalJson(item, one))
      switch (op) {
        case 'in':
          return listed(value).some((one) => equalJson(one, now))
        case 'equals':
          return value === nobody ? now === null || now === undefined : equalJson(now, value)
        case 'contains':
          return listed(value).every(has)
        case 'lacks':
          return !listed(value).some(has)
        case 'search':
          return true
      }
    })
}

/** The record changed so that it would be in a list; null where its query looks for a text. */
export function madeToFit(list: StepFact): (row: Rec) => Rec | null {
  const tests = testsOf(list)
  if (tests.some(({ op }) => op === 'search')) return () => null
  return (row) =>
    tests.reduce<Rec>((changed, { field, op, value, nobody }) => {
      const now = at(changed, field)
      const items = Array.isArray(now) ? (now as readonly Json[]) : []
      const has = (one: Json): boolean => items.some((item) => equalJson(item, one))
      switch (op) {
        case 'in':
          return listed(value).some((one) => equalJson(one, now)) ? changed : withLeaf(changed, field, listed(value)[0] ?? null)
        case 'equals':
          return withLeaf(changed, field, value === nobody ? null : value)
        case 'contains':
          return withLeaf(changed, field, [...items, ...listed(value).filter((one) => !has(one))])
        case 'lacks':
          return withLeaf(changed, field, items.filter((item) => !listed(value).some((one) => equalJson(one, item))))
        case 'search':
          return changed
      }
    }, row)
}

/** The rows a list would have on these records; none where its step is refused, or makes no list. */
export function rowsOn({ command, step }: StepFact, records: SliceRecords, { entities }: CatalogueIndex): readonly Rec[] {
  const shape = listOf(command)
  const plan = command.plan(Records.of(entities, records), EMPTY_VIEW, step.input, { now: step.time })
  return shape && !('refused' in plan) ? rowsAt(plan.output, shape.path) : []
}
