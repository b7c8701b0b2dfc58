import type { CatalogueIndex } from '../../bus/command.ts'
import { equalJson, type Json, type JsonObject } from '../../bus/json.ts'
import { leavesOf, type Leaf } from '../../bus/schema.ts'
import { describingLeaves } from '../../teach/generalize/rules/separating.ts'
import type { Question, QuestionChoice } from '../../teach/generalize/types.ts'

/** Rows and fields that are shown of a question at most. */
const ROWS = 8
const FIELDS = 3

export interface ShownRow {
  readonly id: string
  readonly title: string
  readonly row: JsonObject
}

/** The rows a question is about, those that a choice takes among them, in the order a person would see them. */
export function shownRows({ shown, choices }: Question, index: CatalogueIndex): { readonly rows: readonly ShownRow[]; readonly more: number } {
  const def = shown && index.entities.get(shown.entity)
  if (!def) return { rows: [], more: 0 }
  const all = shown.rows.map((row) => ({ id: text(row[def.idField]), title: text(row[def.titleField]), row }))
  const told = new Set(choices.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])))
  let room = Math.max(0, ROWS - told.size)
  const rows = all.filter(({ id }) => told.has(id) || room-- > 0)
  return { rows, more: all.length - rows.length }
}

/** The fields in which those rows differ; where one of them is taken by its place, also what orders them. */
export function tellingFields({ kind, shown }: Question, rows: readonly ShownRow[], index: CatalogueIndex): readonly Leaf[] {
  const def = shown && index.entities.get(shown.entity)
  if (!def) return []
  const ordered = leavesOf(def.schema).filter(({ path, meaning }) => kind === 'pick' && meaning.ordered === true && meaning.volatile !== true && !path.includes('.'))
  const differs = ({ path }: Leaf): boolean => rows.some(({ row }) => !equalJson(row[path], rows[0]?.row[path]))
  return [...ordered, ...describingLeaves(def.name, index)].filter(differs).slice(0, FIELDS)
}

/** What a choice would do to a row: take it, give it a value, or leave it alone. */
export function takes({ value }: QuestionChoice, id: string): true | Json | null {
  if (typeof value === 'string') return value === id ? true : null
  if (!Array.isArray(value)) return null
  for (const one of value as readonly Json[]) {
    if (one === id) return true
    if (Array.isArray(one) && one[0] === id) return (one as readonly Json[])[1] ?? null
  }
  return null
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
