import type { CatalogueIndex } from '../../../bus/command.ts'
import { canonical, type Json } from '../../../bus/json.ts'
import type { Expr } from '../../procedure/types.ts'
import type { Column, LeafColumn } from '../steps/columns.ts'
import type { LeafFact } from '../steps/facts.ts'
import { isEnumerated } from '../steps/leafKind.ts'
import { candidatePicks, type Candidate } from './selections.ts'
import { editExpr, setEditOf } from './setEdits.ts'
import type { ValueIndex } from './valueIndex.ts'
import type { ListChoice } from '../steps/columns.ts'
import { WEIGHTS } from '../weights.ts'

/** Kept per leaf: what a question can ever offer. */
const KEPT = 12

/** What candidates are made of, beside the leaf itself. */
export interface Sources {
  /** The value as a parameter. */
  readonly given: Expr
  /** The record the step acts on, as the procedure knows it. */
  readonly record: RecordExpr | null
  readonly values: ValueIndex
  readonly index: CatalogueIndex
  /** The list it was taken from every time. */
  readonly choice: ListChoice | null
}

export interface RecordExpr {
  readonly entity: string
  readonly of: Expr
}

/**
 * All expressions that yield a leaf's value in every demonstration, best first. Values of few
 * possibilities equal each other by chance, so they are looked up elsewhere only with evidence. A
 * constant record is no candidate at all.
 */
export function candidatesOf(column: Column, leaf: LeafColumn, { given, record, values, index, choice }: Sources): readonly Candidate[] {
  const { kind, facts } = leaf
  const [first] = facts
  if (!first) return []
  const { evidence } = first
  const { entity } = leaf.leaf.meaning
  const found: Candidate[] = [{ expr: given, weight: WEIGHTS.param }]
  if (facts.every((fact) => fact.evidence?.how === 'me')) found.push({ expr: { op: 'me' }, weight: WEIGHTS.evidence })
  if (kind === 'record' && choice && entity !== undefined) {
    found.push({ expr: { op: 'pick', list: choice.list.as, choose: { by: 'id', id: given } }, weight: WEIGHTS.param })
    for (const { pick, weight } of candidatePicks(choice, entity, index)) {
      found.push({ expr: { op: 'pick', list: choice.list.as, choose: pick }, weight })
    }
  }
  if (kind === 'edit') found.push(...editCandidates(first, record))
  if (kind !== 'record' && kind !== 'records' && leaf.same) {
    const weight = isEnumerated(leaf.leaf.schema) ? WEIGHTS.constantEnum : WEIGHTS.constantFree
    found.push({ expr: { op: 'const', value: leaf.value }, weight })
  }
  const evident = evidence?.how === 'pasted'
  if (evident || !facts.some(isLowEntropy) || (facts.length > 1 && !leaf.same)) {
    for (const { expr, distance } of values.explaining(column, leaf)) {
      const base = expr.op === 'field' ? WEIGHTS.field : evident ? WEIGHTS.evidence : WEIGHTS.valueOnly
      found.push({ expr, weight: base + WEIGHTS.distance * distance - (facts.length - 1) })
    }
  }
  return ranked(found).slice(0, KEPT)
}

/** By weight; ties by content, so that nothing depends on the order things were found in. */
export function ranked(candidates: readonly Candidate[]): readonly Candidate[] {
  const unique = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const key = canonical(candidate.expr)
    const known = unique.get(key)
    if (!known || candidate.weight < known.weight) unique.set(key, candidate)
  }
  return [...unique.entries()].sort(([a, x], [b, y]) => x.weight - y.weight || (a < b ? -1 : 1)).map(([, candidate]) => candidate)
}

function editCandidates({ leaf, value, before }: LeafFact, record: RecordExpr | null): readonly Candidate[] {
  const field = leaf.meaning.edits?.field
  const edit = before && Array.isArray(value) ? setEditOf(before, value as readonly Json[]) : null
  if (!record || !edit || field === undefined) return []
  const constants = (items: readonly Json[]): readonly Expr[] => items.map((item) => ({ op: 'const', value: item }))
  const expr = editExpr({ op: 'field', ...record, field }, constants(edit.added), constants(edit.removed))
  return [{ expr, weight: WEIGHTS.evidence }]
}

function isLowEntropy({ leaf, value }: LeafFact): boolean {
  if (isEnumerated(leaf.schema) || value === null || typeof value === 'boolean') return true
  if (typeof value === 'number') return Math.abs(value) < 1000
  return typeof value === 'string' ? value.trim().length < 2 : Array.isArray(value) && value.length === 0
}
