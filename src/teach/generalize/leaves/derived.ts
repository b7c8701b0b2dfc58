import { at } from '../../../bus/json.ts'
import { leavesOf } from '../../../bus/schema.ts'
import { isWhole, type Column, type ColumnIndex, type LeafColumn } from '../steps/columns.ts'
import { leafAddress, type Copies, type Copy } from './copies.ts'
import type { LeafFact, StepFact, TraceFacts } from '../steps/facts.ts'

/**
 * Records that come of an earlier step: one that step made, and no caller could name; or one that a record names, such
 * as the customer of the order that was opened before. The latter is taken over where the person pasted it each time, or
 * where it differed from one demonstration to the next and stood in one same place each time; else the caller says. A
 * leaf the person made a parameter comes from nowhere.
 */
export function derivedIn(
  columns: ColumnIndex,
  traces: readonly TraceFacts[],
  madeParams: (column: Column, leaf: LeafColumn) => boolean,
): Copies {
  const derived = new Map<string, Copy>()
  const makes = traces.some(({ trace }) => trace.steps.some(({ changes }) => changes.some(({ before }) => before === undefined)))
  for (const column of columns.all) {
    for (const leaf of column.leaves) {
      if (leaf.kind !== 'record' || madeParams(column, leaf)) continue
      const made = makes ? derivedFrom(column, leaf, columns, traces, madeIn) : null
      const copy = made ?? (isTold(leaf) ? derivedFrom(column, leaf, columns, traces, namedIn) : null)
      if (copy) derived.set(leafAddress(column.as, leaf.leaf.path), copy)
    }
  }
  return derived
}

/** Not taken from a list and not open, and more than one accident speaks for its being read somewhere. */
function isTold({ facts, same }: LeafColumn): boolean {
  const given = facts.every(({ evidence, choice }) => choice === null && (evidence === undefined || evidence.how === 'pasted' || evidence.how === 'typed'))
  return given && (facts.every(({ evidence }) => evidence?.how === 'pasted') || (facts.length > 1 && !same))
}

/** The one column and field in which it stood every time. */
function derivedFrom(column: Column, leaf: LeafColumn, columns: ColumnIndex, traces: readonly TraceFacts[], standsIn: StandsIn): Copy | null {
  const found = column.at.flatMap((fact, place) => {
    const cell = leaf.at[place]
    const trace = column.samples[place]?.trace ?? 0
    return fact && cell ? [placesOf(fact, cell, trace, columns, traces[trace], standsIn)] : []
  })
  const [first, ...more] = found
  const [only, ...others] = [...(first ?? [])].filter(([key]) => more.every((one) => one.has(key)))
  if (!only || others.length > 0) return null
  const [, { from, path }] = only
  return { is: 'copied', from, path, expr: { op: 'out', step: from.as, path } }
}

function placesOf(
  here: StepFact,
  cell: LeafFact,
  trace: number,
  columns: ColumnIndex,
  facts: TraceFacts | undefined,
  standsIn: StandsIn,
): ReadonlyMap<string, { readonly from: Column; readonly path: string }> {
  const places = new Map<string, { readonly from: Column; readonly path: string }>()
  for (const fact of facts?.steps.slice(0, here.place) ?? []) {
    const from = columns.of(trace, fact.step.stepId)
    if (!from || !isWhole(from)) continue
    for (const path of standsIn(fact, cell)) places.set(leafAddress(from.as, path), { from, path })
  }
  return places
}

/** The places of a step's output in which a record stands. */
type StandsIn = (fact: StepFact, cell: LeafFact) => readonly string[]

/** Where the record a step looked at names this one; a record does not name itself. */
const namedIn: StandsIn = (fact, cell) => {
  const { entity } = cell.leaf.meaning
  const looked = fact.leaves.filter(({ kind }) => kind === 'record')
  if (fact.command.effect === 'write' || looked.length === 0) return []
  return looked.some(({ leaf, value }) => leaf.meaning.entity === entity && value === cell.value) ? [] : outputs(fact, cell)
}

/** Where a step tells of this record, which it made. */
const madeIn: StandsIn = (fact, cell) => {
  const { entity } = cell.leaf.meaning
  const made = fact.step.changes.some((one) => one.entity === entity && one.id === cell.value && one.before === undefined && one.after === cell.value)
  return made ? outputs(fact, cell) : []
}

const outputs: StandsIn = ({ step, command }, { leaf, value }) =>
  leavesOf(command.output)
    .filter(({ path, meaning }) => meaning.entity === leaf.meaning.entity && at(step.output, path) === value)
    .map(({ path }) => path)
