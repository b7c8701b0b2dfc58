import { labelOf, type Building } from '../building.ts'
import type { QuestionState } from '../types.ts'
import { toldValue } from './toldValue.ts'
import { isWhole, timesShown, type Column, type LeafColumn } from '../steps/columns.ts'
import { isArray, isNobody } from '../steps/leafKind.ts'
import { orderedRecords } from '../steps/slices.ts'

/** As often shown, a value may be the same by chance. */
const FEW = 2

/**
 * Asks whether a value that was shown once or twice is always that one. Until somebody says otherwise it is: a tool taught
 * to close a case is not for doing something else with it. Nobody who shows what to do with one open record is asked.
 */
export function askAlways(building: Building, column: Column, leaf: LeafColumn): 'caller' | 'constant' {
  if (leaf.value === null || column.variant === true) return 'constant'
  const times = timesShown(column)
  const sometimes = building.traces.length > 1 && !isWhole(column)
  const about = { kind: 'value' as const, step: column.as, leaf: leaf.leaf.path }
  // What a person said of it before holds, whether or not there would still be a question.
  if (building.asking.answerTo(about, CHOICES) === null && !isOpen(building, column, leaf, sometimes ? times : null)) return 'constant'
  const shown = sometimes ? whereShown(building, column) : null
  const line = `${column.command.title}${turnWords(building, column)}`
  const answered = building.asking.ask({
    ...about,
    ...(sometimes
      ? { weight: SOMETIMES, words: [`${someShow(times)} The next time, what is the ${labelOf(leaf)}?`] }
      : { weight: weightOf(column, leaf), minor: true as const, line: [line], words: [`${line}: the same ${labelOf(leaf)} every time?`] }),
    choices: [
      { choiceId: 'constant', words: [...toldValue(building, leaf, leaf.value), ', always'], value: leaf.value },
      { choiceId: 'caller', words: [`The caller says the ${labelOf(leaf)}`], value: null },
    ],
    safe: 'constant',
    ...(shown ? { shown } : {}),
  })
  return answered?.choiceId === 'caller' ? 'caller' : 'constant'
}

/** Ids of the choices. */
const CHOICES = ['constant', 'caller']

/** Whether too few demonstrations tell. @param sometimes how many show the step, where not all do */
function isOpen(building: Building, column: Column, leaf: LeafColumn, sometimes: number | null): boolean {
  if (sometimes !== null) return column.command.effect === 'write' && building.loop === null && sometimes <= FEW
  return timesShown(column) === 1 && isChosen(building, leaf)
}

const SOMETIMES = 1.5

/** Which of several steps of one command it is. */
function turnWords({ columns, live }: Building, { as, command }: Column): string {
  const turns = columns.all.filter((one) => live.has(one) && one.command.id === command.id)
  return turns.length < 2 ? '' : ` (${turns.findIndex((one) => one.as === as) + 1} of ${turns.length})`
}

const someShow = (times: number): string => (times === 1 ? 'One demonstration shows this step.' : `${times} demonstrations show this step.`)

/** A wrong value that is written does more harm than a list that is too long or too short; a tag does least. */
function weightOf({ command }: Column, { leaf: { schema, meaning } }: LeafColumn): number {
  if (command.effect !== 'write') return 0.8
  return meaning.consequential === true ? 0.95 : isArray(schema) ? 0.7 : 0.9
}

/** A value of a vocabulary that the person gave. The order of a list and *nobody* say what is done, not with what. */
function isChosen(building: Building, { kind, facts, leaf: { schema, meaning }, value }: LeafColumn): boolean {
  const given = facts.every(({ evidence }) => evidence?.how !== 'default' && evidence?.beforeTeach !== true)
  return given && kind !== 'text' && meaning.sort === undefined && !isNobody(schema, value) && (building.several || building.loop !== null)
}

/** The record a step worked on where it was first shown, as it stood in that demonstration. */
function whereShown(building: Building, column: Column): QuestionState | null {
  const place = column.at.findIndex((fact) => fact !== null)
  const facts = building.traces[column.samples[place]?.trace ?? 0]
  const record = column.at[place]?.leaves.find(({ kind }) => kind === 'record')
  const entity = record?.leaf.meaning.entity
  if (!facts || entity === undefined) return null
  const records = orderedRecords(facts.trace, building.index)
  const { idField } = building.index.entity(entity)
  const rows = (records[entity] ?? []).filter((one) => one[idField] === record?.value)
  return rows.length === 0 ? null : { recordingId: facts.trace.recordingId, entity, rows, records, perturbed: false }
}
