import { at, equalJson, type Json } from '../../../bus/json.ts'
import { leavesOf } from '../../../bus/schema.ts'
import type { Expr } from '../../procedure/types.ts'
import { copiedText, type TextParts } from '../../recording/copiedText.ts'
import { isWhole, type Column, type ColumnIndex, type LeafColumn } from '../steps/columns.ts'
import { composed } from './composed.ts'
import { isEnumerated, isNobody } from '../steps/leafKind.ts'
import type { LeafFact, StepFact, TraceFacts } from '../steps/facts.ts'

/**
 * Whether a reference was copied from a record that was opened earlier, every time.
 * `copied`: that opening has no other use, so it is the reason the record was opened.
 * `rivals`: the value stands there, but the opening has a use of its own (or several openings tell the same):
 * nobody can say from that.
 */
export type Copy =
  | { readonly is: 'copied'; readonly from: Column; readonly path: string; readonly expr: Expr }
  | { readonly is: 'rivals'; readonly sources: readonly CopySource[] }

export interface CopySource {
  readonly from: Column
  readonly path: string
  readonly expr: Expr
  /** Of a text: the pieces it is put together of. */
  readonly parts?: TextParts
}

interface Source {
  readonly fact: StepFact
  readonly path: string
}

export type Copies = ReadonlyMap<string, Copy>

/** Address of a leaf within a procedure. */
export const leafAddress = (step: string, leaf: string): string => `${step}/${leaf}`

/** The copies by leaf. A leaf the person made a parameter is copied from nowhere. */
export function copiesIn(
  columns: ColumnIndex,
  traces: readonly TraceFacts[],
  madeParams: (column: Column, leaf: LeafColumn) => boolean,
): Copies {
  const copies = new Map<string, Copy>()
  const few = new Set<string>()
  for (const column of columns.all) {
    for (const leaf of column.leaves) {
      const copy = madeParams(column, leaf) ? null : copyOf(column, leaf, columns, traces)
      const address = leafAddress(column.as, leaf.leaf.path)
      if (copy) copies.set(address, copy)
      if (leaf.kind === 'plain') few.add(address)
    }
  }
  const sharing = (address: string, { from }: CopySource): readonly string[] =>
    [...copies].flatMap(([other, copy]) => (other !== address && (copy.is === 'copied' ? [copy] : copy.sources).some((source) => source.from === from) ? [other] : []))
  const wantsAnswer = (address: string, copy: CopySource): boolean => {
    const others = sharing(address, copy)
    if (traces.length === 1) return others.length > 0
    // One of a few values equals another now and then, over several demonstrations as well; parts of one object are one value.
    return few.has(address) && others.some((other) => objectOf(other) !== objectOf(address))
  }
  // One look that may explain several values has more than one use: each of them wants an answer.
  return new Map([...copies].map(([address, copy]) => [address, copy.is === 'copied' && wantsAnswer(address, copy) ? { is: 'rivals', sources: [copy] } : copy]))
}

/** The object a leaf is part of, by address; the leaf itself where it is part of none. */
const objectOf = (address: string): string => (address.includes('.') ? address.slice(0, address.lastIndexOf('.')) : address)

/** What every sample agrees on: sources that are the same column and field each time. */
function copyOf(column: Column, leaf: LeafColumn, columns: ColumnIndex, traces: readonly TraceFacts[]): Copy | null {
  const found: { readonly all: ReadonlyMap<string, CopySource>; readonly idle: ReadonlySet<string> }[] = []
  for (const [place, fact] of column.at.entries()) {
    const cell = leaf.at[place]
    const trace = column.samples[place]?.trace ?? 0
    const facts = traces[trace]
    if (!fact || !cell || !facts) continue
    const stood = sourcesOf(fact, cell, facts)
    const keyed = (sources: readonly Source[]): readonly (readonly [string, CopySource])[] =>
      sources.flatMap(({ fact: from, path }) => {
        const maker = columns.of(trace, from.step.stepId)
        return maker && isWhole(maker) ? [[leafAddress(maker.as, path), sourceIn(maker, path, from, cell)] as const] : []
      })
    found.push({ all: new Map(keyed(stood.all)), idle: new Set(keyed(stood.idle).map(([key]) => key)) })
  }
  const [first, ...more] = found
  const common = [...(first?.all ?? [])].filter(([key]) => more.every(({ all }) => all.has(key)))
  const idle = common.findLast(([key]) => found.every((one) => one.idle.has(key)))?.[1]
  if (common.length === 0) return null
  // Of several demonstrations two must show it: what one of them did beside the others may equal anything by chance.
  const shown = traces.length === 1 || found.length > 1
  const settled = shown && (leaf.kind === 'reference' || (found.length > 1 && !leaf.same))
  return idle && settled ? { is: 'copied', ...idle } : { is: 'rivals', sources: common.map(([, source]) => source).reverse() }
}

function sourceIn(from: Column, path: string, fact: StepFact, cell: LeafFact): CopySource {
  const parts = textParts(fact, cell)
  const out = (field: string): Expr => ({ op: 'out', step: from.as, path: field })
  return parts ? { from, path, parts, expr: composed(parts, out) } : { from, path, expr: out(path) }
}

/** Where one step's value stands before it, and the looks at one record among them that have no other reason. */
function sourcesOf(here: StepFact, cell: LeafFact, facts: TraceFacts): { readonly all: readonly Source[]; readonly idle: readonly Source[] } {
  const { leaf, kind } = cell
  const { edits } = leaf.meaning
  const all = facts.steps
    .slice(0, here.place)
    .flatMap((fact) => valueStands(fact, here, cell).map((path): Source => ({ fact, path })))
    // What a record already has in the very field is no reason to give it that value.
    .filter(({ fact, path }) => !(path === edits?.field && sharesRecord(fact, here)))
    // Of a value with few possibilities only an opening that has no other reason is a trace of one.
    .filter(({ fact }) => kind === 'reference' || kind === 'text' || (!hasOtherUse(fact, facts) && !openedByFlow(fact)))
  const idle = all.filter(({ fact }) => !hasOtherUse(fact, facts) && !openedByFlow(fact))
  const nearest = idle.at(-1)
  const alone = nearest !== undefined && idle.every(({ fact, path }) => path === nearest.path && sharesRecord(fact, nearest.fact))
  return { all, idle: alone ? idle : [] }
}

/** The fields in which a record that an earlier step looked at shows a value that is given here; of a text, its pieces. */
export function valueStands(fact: StepFact, here: StepFact, cell: LeafFact): readonly string[] {
  const { leaf, kind, value, evidence } = cell
  const { entity, edits } = leaf.meaning
  const parts = textParts(fact, cell)
  // To write into a field what stands there already is no copy.
  if (parts) return sharesRecord(fact, here) && parts.some((part) => typeof part !== 'string' && part.path === edits?.field) ? [] : [JSON.stringify(parts)]
  const copied = kind === 'reference' || (kind === 'plain' && edits?.op === 'set' && isEnumerated(leaf.schema))
  if (!copied || evidence?.how === 'me' || isNobody(leaf.schema, value)) return []
  return entity === undefined ? sameField(fact, edits?.field ?? '', value, here) : pathsOf(fact, entity, value)
}

/** How a free text is put together of what the record a step looked at shows. */
function textParts({ step, command, leaves }: StepFact, { kind, value }: LeafFact): TextParts | null {
  if (kind !== 'text' || typeof value !== 'string' || command.effect === 'write' || !leaves.some((leaf) => leaf.kind === 'record')) return null
  return copiedText(value, step.output, command.output)
}

/** Where the record a step opened shows this value, as a reference to the same kind of thing. */
function pathsOf({ step, command, leaves }: StepFact, entity: string, value: Json): readonly string[] {
  if (command.effect === 'write' || !leaves.some(({ kind }) => kind === 'record')) return []
  return leavesOf(command.output)
    .filter(({ path, meaning }) => meaning.entity === entity && equalJson(at(step.output, path), value))
    .map(({ path }) => path)
}

/** A value of few possibilities stands in many places; a copy of it is looked for in the same field of another record only. */
function sameField(fact: StepFact, field: string, value: Json, here: StepFact): readonly string[] {
  const { step, command, leaves } = fact
  if (command.effect === 'write' || !leaves.some(({ kind }) => kind === 'record') || sharesRecord(fact, here)) return []
  // A part of an object is the same field wherever such an object stands: the country of an address.
  const part = field.includes('.') ? field.slice(field.lastIndexOf('.')) : null
  return leavesOf(command.output).flatMap(({ path }) => (path === field || (part !== null && path.endsWith(part))) && equalJson(at(step.output, path), value) ? [path] : [])
}

/** The opening led to a change of the record it opened, or to a look at it that did. */
const hasOtherUse = ({ step, place }: StepFact, facts: TraceFacts): boolean =>
  facts.steps
    .slice(place + 1)
    .some((later) => later.leaves.some(({ opened }) => opened === step.stepId) && (later.command.effect === 'write' || hasOtherUse(later, facts)))

/** Nobody chose to look at what next-item flow opened. */
const openedByFlow = ({ leaves }: StepFact): boolean =>
  leaves.some(
    ({ kind, evidence }) => kind === 'record' && evidence?.how === 'focus' && evidence.from === 'auto' && evidence.step === undefined,
  )

function sharesRecord(a: StepFact, b: StepFact): boolean {
  const named = ({ leaves }: StepFact): readonly LeafFact[] => leaves.filter(({ kind }) => kind === 'record')
  return named(a).some((one) => named(b).some((other) => one.leaf.meaning.entity === other.leaf.meaning.entity && one.value === other.value))
}
