import type { CatalogueIndex } from '../../../bus/command.ts'
import { leafAt } from '../../../bus/schema.ts'
import { listOf } from '../../procedure/lists.ts'
import type { Call, Expr } from '../../procedure/types.ts'
import { bestLeaf, type Slot } from './params.ts'
import type { Role } from './paramNames.ts'

const LONGEST = 150

/** What an agent is told of a parameter: what it is for, what the schema says, and what must hold of it. */
export function describeParam(slot: Slot, role: Role, calls: readonly Call[], index: CatalogueIndex): string {
  const listed = calls.some(({ args }) => Object.values(args).some((expr) => takesFromList(expr, slot.key)))
  const [first] = slot.uses
  const finds = slot.record === null && slot.required && first?.writes === false && first.leaf.meaning.tests?.op === 'search' && calls.some(({ args }) => Object.values(args).some((expr) => isOnlyOf(expr, first.step)))
  const parts = [
    purpose(slot, role, index),
    said(slot, index),
    listed ? 'It must be in the list this makes.' : '',
    finds ? 'It must find exactly one.' : '',
  ]
  return clip(parts.filter((part) => part !== '').join(' '))
}

function purpose(slot: Slot, role: Role, index: CatalogueIndex): string {
  const leaf = bestLeaf(slot)
  const entity = slot.record ?? leaf?.meaning.entity
  const { one, many } = entity === undefined ? { one: leaf?.meaning.label ?? 'value', many: 'values' } : index.entity(entity)
  const what = Array.isArray(slot.value) && entity !== undefined ? many : one
  switch (role) {
    case 'target':
      return `The ${what} to change.`
    case 'source':
      return `The ${what} to copy from.`
    case 'new':
      return `The new ${slot.record === null ? what : (leaf?.meaning.label ?? what)}.`
    case 'added':
      return 'What to add.'
    case 'removed':
      return 'What to remove.'
    case '':
      return slot.record === null ? among(slot, index) : `The ${what} to look at.`
  }
}

/** What a value that only narrows a list is for: beside one that is written it must not be taken for that. */
function among({ uses: [first] }: Slot, index: CatalogueIndex): string {
  const command = first && first.leaf.meaning.tests ? index.command(first.command) : undefined
  const list = command && listOf(command)
  return list ? `Which ${index.entity(list.entity).many} to look among.` : ''
}

/** The description of the leaf; of a reference whose leaf also clears, that of the id alone, since a parameter never clears. */
function said(slot: Slot, index: CatalogueIndex): string {
  const { schema, meaning } = bestLeaf(slot) ?? { schema: {}, meaning: {} }
  const clears = [schema.type ?? []].flat().includes('null')
  const entity = clears && meaning.entity !== undefined ? index.entity(meaning.entity) : undefined
  return (entity && leafAt(entity.schema, entity.idField)?.schema.description) ?? schema.description ?? ''
}

function takesFromList(expr: Expr, key: string): boolean {
  return expr.op === 'pick' && expr.choose.by === 'id' && expr.choose.id.op === 'param' && expr.choose.id.key === key
}

const isOnlyOf = (expr: Expr, step: string): boolean => expr.op === 'pick' && expr.list === step && expr.choose.by === 'only'

/** At a word, with an ellipsis. */
function clip(text: string): string {
  if (text.length <= LONGEST) return text
  const cut = text.slice(0, LONGEST - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2))}…`
}
