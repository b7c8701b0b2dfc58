import type { CatalogueIndex } from '../../bus/command.ts'
import { at, isObject, type Json } from '../../bus/json.ts'
import { leavesOf } from '../../bus/schema.ts'
import { fieldKey, partsChanged } from './changes.ts'
import { copiedText } from './copiedText.ts'
import { editsOf, isWrite } from './edits.ts'
import { recordNamed } from './project.ts'
import type { Step, ViewSnapshot } from './types.ts'

/** Everything deciding about use needs besides the steps. */
export interface Surroundings {
  readonly index: CatalogueIndex
  readonly views: Readonly<Record<string, ViewSnapshot>>
}

/** The step that set the list a step chose its record from, if the choice went by that list. */
export function listUsedBy(step: Step, { index, views }: Surroundings): string | undefined {
  const maker = step.view === undefined ? undefined : views[step.view]?.step
  if (maker === undefined) return undefined
  const leaves = leavesOf(index.command(step.command)?.input ?? {})
  const chose = leaves.some(({ path, meaning }) => {
    const evidence = step.evidence[path]
    if (meaning.kind !== 'record') return false
    if (evidence?.how === 'selection') return true
    if (!Object.hasOwn(step.choices, path)) return false
    return evidence === undefined || evidence.how === 'focus' || (evidence.how === 'picked' && evidence.from === 'list')
  })
  return chose ? maker : undefined
}

/**
 * Whether an opening or reading shows a value that a later step took over: a reference written into another
 * record, text that was pasted, or one that has its words in it.
 */
export function copiedFrom(opening: Step, later: Step, { index }: Surroundings): boolean {
  const taken = takenOver(later, index)
  const from = index.command(opening.command)
  const record = recordNamed(from, opening.input)
  if (taken.length === 0 || !from || isWrite(from) || !record || !isObject(opening.output)) return false
  const target = recordNamed(index.command(later.command), later.input)
  if (target?.entity === record.entity && target.id === record.id) return false
  const { output } = opening
  if (taken.some(({ value, text }) => text === true && copiedText(value, output, from.output) !== null)) return true
  return leavesOf(from.output).some(({ path, meaning }) => {
    const shown = at(output, path)
    return taken.some(({ entity, field, value, record: whole }) => {
      if (field !== undefined) return path === field && shown === value
      return entity === undefined ? holds(shown, value) : (whole || meaning.kind === 'reference') && meaning.entity === entity && shown === value
    })
  })
}

interface Taken {
  readonly value: string
  readonly entity?: string
  readonly field?: string
  /** The value is a record that is acted on or looked at. */
  readonly record?: true
  /** Parts of the value may have been taken over. */
  readonly text?: true
}

/** Values of an input that may have been taken over: pasted ones, and references a write gives. */
function takenOver(step: Step, index: CatalogueIndex): readonly Taken[] {
  const command = index.command(step.command)
  return leavesOf(command?.input ?? {}).flatMap(({ path, meaning }) => {
    const value = at(step.input, path)
    const how = step.evidence[path]?.how
    if (typeof value !== 'string') return []
    if (meaning.free === true) return [{ value, text: true }, ...(how === 'pasted' ? [{ value }] : [])]
    if (how === 'pasted') return [{ value }]
    // A record neither open nor taken from a list: its id may have been read in another record.
    if (meaning.kind === 'record' && meaning.entity !== undefined) return how === undefined || how === 'typed' ? [{ value, entity: meaning.entity, record: true }] : []
    // "Assign to me" is explained by who acts, whoever else the value may belong to.
    if (how === 'me' || !isWrite(command)) return []
    if (meaning.kind === 'reference' && meaning.entity !== undefined) return [{ value, entity: meaning.entity }]
    // A value of few possibilities may be a copy of the same field of another record; whether it is, is asked later.
    return meaning.edits?.op === 'set' ? [{ value, field: meaning.edits.field }] : []
  })
}

const holds = (shown: Json | undefined, text: string): boolean => (Array.isArray(shown) ? shown.includes(text) : shown === text)

/**
 * Whether a value that stood in a field between two steps was used: another write read it, a list that a choice
 * went by was filtered or sorted by it, or it was read and taken over.
 * @param from place of the write that put the value there, @param to of the one that replaces it
 */
export function usedBetween(steps: readonly Step[], from: number, to: number, key: string, around: Surroundings): boolean {
  const value = partsChanged(steps[from]?.changes ?? []).find((one) => fieldKey(one.entity, one.id, one.field) === key)
  if (!value) return false
  for (let place = from + 1; place < to; place += 1) {
    const step = steps[place]
    const command = step && around.index.command(step.command)
    if (!step || !command) continue
    if (command.effect === 'write') {
      const reads = step.reads.some((read) => read.fields.some((field) => isWithin(key, fieldKey(read.entity, read.id, field))))
      if (reads && !editsOf(step, around.index).some((edit) => edit.key === key)) return true
      continue
    }
    const rest = steps.slice(place + 1)
    if (goesBy(step, value.field, around) && rest.some((later) => listUsedBy(later, around) === step.stepId)) return true
    const record = recordNamed(command, step.input)
    if (record?.entity !== value.entity || record.id !== value.id || !isObject(step.output)) continue
    if (at(step.output, value.field) === value.after && rest.some((later) => copiedFrom(step, later, around))) return true
  }
  return false
}

/** A field, or a part of it: whoever reads an object sees its parts. */
const isWithin = (key: string, field: string): boolean => key === field || key.startsWith(`${field}.`)

/** Whether a list is filtered or sorted by a field. */
function goesBy(step: Step, field: string, { index }: Surroundings): boolean {
  return leavesOf(index.command(step.command)?.input ?? {}).some(({ path, meaning }) => {
    const given = at(step.input, path)
    if (given === undefined) return false
    const order = typeof given === 'string' && meaning.sort && Object.hasOwn(meaning.sort, given) ? meaning.sort[given] : undefined
    return order?.field === field || (meaning.tests?.field === field && meaning.tests.op !== 'search')
  })
}
