import { at, type Json, type JsonObject } from '../../../bus/json.ts'
import { leavesOf } from '../../../bus/schema.ts'
import { LEAST_TEXT, wholeWordsAt } from '../../recording/copiedText.ts'
import { rowLeaves } from '../../recording/project.ts'
import type { Building } from '../building.ts'
import type { Column, LeafColumn } from '../steps/columns.ts'
import { recordEntitiesOf, type StepFact, type TraceFacts } from '../steps/facts.ts'

/** Smaller numbers stand in records by chance. */
const LEAST_NUMBER = 100

/**
 * Whether free text or a number may have been read in a record: text that has all of a text of a record on show in it,
 * or is a part of what names one that was worked on before; a number such a record shows. Nobody can tell whether it is
 * meant for that record only, so it is never the same for ever unasked.
 */
export function standsInRecord(building: Building, column: Column, leaf: LeafColumn): boolean {
  const { traces } = building
  const found = leaf.at.flatMap((cell, place): readonly boolean[] => {
    const fact = column.at[place]
    const facts = traces[column.samples[place]?.trace ?? 0]
    if (!cell || !fact || !facts) return []
    if (typeof cell.value === 'number') return [leaf.kind === 'plain' && Math.abs(cell.value) >= LEAST_NUMBER && isShown(building, facts, fact, cell.value)]
    return [leaf.kind === 'text' && typeof cell.value === 'string' && isReadSomewhere(building, facts, fact, cell.value.toLowerCase(), leaf.leaf.meaning.edits?.field)]
  })
  // A number that one of several demonstrations shows elsewhere is there by chance; words hardly are.
  return leaf.leaf.meaning.free === true && leaf.kind === 'text' ? found.includes(true) : found.length > 0 && !found.includes(false)
}

function isReadSomewhere(building: Building, facts: TraceFacts, fact: StepFact, text: string, field: string | undefined): boolean {
  const { index } = building
  for (const entity of recordEntitiesOf(index)) {
    const free = leavesOf(index.entity(entity).schema).filter(({ path, meaning }) => meaning.free === true && path !== field)
    for (const record of Object.values(facts.trace.slice[entity] ?? {})) {
      if (free.some(({ path }) => hasWords(text, textAt(record, path)))) return true
    }
  }
  return workedOnBefore(facts, fact).some(({ entity, id }) => {
    const { titleField, schema } = index.entity(entity)
    const record = facts.trace.slice[entity]?.[id] ?? {}
    const names = rowLeaves(index.entity(entity)).filter(({ path, meaning }) => meaning.free === true && path !== titleField && path !== field)
    const numbers = leavesOf(schema).flatMap(({ path }) => numberAt(record, path))
    return names.some(({ path }) => hasWords(textAt(record, path), text)) || numbers.some((number) => hasWords(text, String(number)))
  })
}

function isShown({ index }: Building, facts: TraceFacts, fact: StepFact, value: number): boolean {
  return workedOnBefore(facts, fact).some(({ entity, id }) => {
    const record = facts.trace.slice[entity]?.[id] ?? {}
    return leavesOf(index.entity(entity).schema).some(({ path, meaning }) => meaning.volatile !== true && at(record, path) === value)
  })
}

/** Records opened, looked at or changed before a step, and the one that was open when Teach was pressed. */
function workedOnBefore({ trace, steps }: TraceFacts, { place }: StepFact): readonly { readonly entity: string; readonly id: string }[] {
  const { focus } = trace.start
  const named = steps.slice(0, place).flatMap(({ leaves }) =>
    leaves.flatMap(({ kind, value, leaf }) => (kind === 'record' && typeof value === 'string' && leaf.meaning.entity !== undefined ? [{ entity: leaf.meaning.entity, id: value }] : [])),
  )
  return focus ? [focus, ...named] : named
}

const numberAt = (record: JsonObject, path: string): readonly number[] => {
  const value = at(record, path)
  return typeof value === 'number' && Math.abs(value) >= LEAST_NUMBER ? [value] : []
}

function textAt(record: JsonObject, path: string): string {
  const value: Json | undefined = at(record, path)
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}

/** Whether a text stands in another as whole words. Both in lower case. */
const hasWords = (text: string, words: string): boolean => words.length >= LEAST_TEXT && wholeWordsAt(text, words) >= 0
