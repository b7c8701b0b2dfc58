import type { CatalogueIndex } from '../../bus/command.ts'
import type { Call, Expr } from '../procedure/types.ts'
import type { Slot } from './params.ts'
import type { Role } from './paramNames.ts'

const LONGEST = 150

/** What an agent is told of a parameter: what it is for, what the schema says, and what must hold of it. */
export function describeParam(slot: Slot, role: Role, calls: readonly Call[], index: CatalogueIndex): string {
  const said = (slot.uses.find(({ leaf }) => leaf.meaning.kind === 'record') ?? slot.uses[0])?.leaf.schema.description ?? ''
  const listed = calls.some(({ args }) => Object.values(args).some((expr) => takesFromList(expr, slot.key)))
  const { one, many } = slot.record === null ? { one: '', many: '' } : index.entity(slot.record)
  const several = Array.isArray(slot.value)
  const purpose: Record<Role, string> = {
    target: several ? `The ${many} to change.` : `The ${one} to change.`,
    source: `The ${one} to copy from.`,
    new: 'The new value.',
    added: 'What to add.',
    removed: 'What to remove.',
    '': slot.record === null ? '' : `The ${several ? many : one} to look at.`,
  }
  const finds = slot.record === null && slot.uses[0]?.write === false && slot.required && slot.uses[0].leaf.meaning.tests ? 'It must find exactly one.' : ''
  const parts = [purpose[role], said, listed ? `It must be in the list this makes.` : '', finds].filter((part) => part !== '')
  return clip(parts.join(' '))
}

function takesFromList(expr: Expr, key: string): boolean {
  return expr.op === 'pick' && expr.choose.by === 'id' && expr.choose.id.op === 'param' && expr.choose.id.key === key
}

/** At a word, with an ellipsis. */
function clip(text: string): string {
  if (text.length <= LONGEST) return text
  const cut = text.slice(0, LONGEST - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2))}…`
}
