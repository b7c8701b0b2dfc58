import { at } from '../../bus/json.ts'
import { leavesOf } from '../../bus/schema.ts'
import { isWhole, type Column, type ColumnIndex, type LeafColumn } from './columns.ts'
import { leafAddress, type Copies, type Copy } from './copies.ts'
import type { LeafFact, StepFact, TraceFacts } from './facts.ts'

/**
 * Records that another record names: the customer of the order that was opened before. Taken over from there where the
 * person pasted it each time, or where it differed from one demonstration to the next and stood in one same place each
 * time; else the caller says. A leaf the person made a parameter comes from nowhere.
 */
export function derivedIn(
  columns: ColumnIndex,
  traces: readonly TraceFacts[],
  madeParams: (column: Column, leaf: LeafColumn) => boolean,
): Copies {
  const derived = new Map<string, Copy>()
  for (const column of columns.all) {
    for (const leaf of column.leaves) {
      const copy = leaf.kind === 'record' && !madeParams(column, leaf) && isTold(leaf) ? derivedFrom(column, leaf, columns, traces) : null
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
function derivedFrom(column: Column, leaf: LeafColumn, columns: ColumnIndex, traces: readonly TraceFacts[]): Copy | null {
  const found = column.at.flatMap((fact, place) => {
    const cell = leaf.at[place]
    const trace = column.samples[place]?.trace ?? 0
    return fact && cell ? [placesOf(fact, cell, trace, columns, traces[trace])] : []
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
): ReadonlyMap<string, { readonly from: Column; readonly path: string }> {
  const places = new Map<string, { readonly from: Column; readonly path: string }>()
  for (const fact of facts?.steps.slice(0, here.place) ?? []) {
    const from = columns.of(trace, fact.step.stepId)
    if (!from || !isWhole(from)) continue
    for (const path of namesIn(fact, cell)) places.set(leafAddress(from.as, path), { from, path })
  }
  return places
}

/** Where the record a step looked at names this one; a record does not name itself. */
function namesIn({ step, command, leaves }: StepFact, { leaf, value }: LeafFact): readonly string[] {
  const { entity } = leaf.meaning
  const looked = leaves.filter(({ kind }) => kind === 'record')
  if (command.effect === 'write' || looked.length === 0) return []
  if (looked.some((one) => one.leaf.meaning.entity === entity && one.value === value)) return []
  return leavesOf(command.output).filter(({ path, meaning }) => meaning.entity === entity && at(step.output, path) === value).map(({ path }) => path)
}
