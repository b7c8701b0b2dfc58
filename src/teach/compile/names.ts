import { BUDGET } from './budgets.ts'

const NAME = /^[a-z][a-z0-9_]*$/
/** A name that means something to the language itself. */
const RESERVED: ReadonlySet<string> = new Set(['constructor', 'prototype'])

/** What is wrong with a name for a tool or a parameter, to follow its name in words; null when nothing is. */
export function nameFault(name: string, most: number = BUDGET.name): string | null {
  if (name === '') return 'is missing'
  if (name.length > most) return `has ${name.length} characters, and ${most} are the most`
  if (RESERVED.has(name)) return 'is a reserved word'
  if (NAME.test(name)) return null
  return /^[a-z]/.test(name) ? 'may hold small letters, digits and _ only' : 'must begin with a small letter from a to z'
}

/** A name as near to a text as the rules allow: `VIP: first reply!` → `vip_first_reply`. */
export function toName(text: string, otherwise: string, most: number = BUDGET.name): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, most)
    .replace(/_+$/, '')
  return nameFault(plain, most) === null ? plain : otherwise
}

/** The name, with a number behind it where it is taken: `target_ticket`, `target_ticket_2`. */
export function uniqueName(name: string, taken: ReadonlySet<string>, most: number = BUDGET.name): string {
  for (let count = 1; ; count += 1) {
    const tail = count === 1 ? '' : `_${count}`
    const candidate = name.slice(0, most - tail.length).replace(/_+$/, '') + tail
    if (!taken.has(candidate)) return candidate
  }
}
