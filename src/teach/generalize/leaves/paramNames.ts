import type { CatalogueIndex } from '../../../bus/command.ts'
import { isActedOn } from '../../../bus/schema.ts'
import type { Slot } from './params.ts'

const LONGEST = 30

/** What a parameter's value is for: the prefix of its name. */
export type Role = 'target' | 'source' | 'new' | 'added' | 'removed' | ''

/**
 * What a parameter is for. A record is the target when something is written to it, new when it is only written into
 * another, the source when it is only copied from.
 * @param sources steps that open a record to copy from
 */
export function roleOf({ record, uses }: Slot, sources: ReadonlySet<string>): Role {
  if (record !== null) {
    const written = uses.filter(({ writes }) => writes)
    if (written.some(({ leaf }) => isActedOn(leaf))) return 'target'
    if (written.length > 0) return 'new'
    return uses.some(({ step }) => sources.has(step)) ? 'source' : ''
  }
  const [first] = uses
  if (!first || !first.writes) return ''
  if (first.way === 'added' || first.way === 'removed') return first.way
  const { edits } = first.leaf.meaning
  if (!edits) return ''
  return edits.op === 'set' ? 'new' : edits.op === 'add' ? 'added' : 'removed'
}

/**
 * Names for parameters: the role and what the schema calls the value, `target_ticket`. Where several
 * would share a name they are told apart by `first_`, `second_` …. Letters and underscores only, at most
 * 30 characters, all different.
 */
export function paramNames(slots: readonly Slot[], roles: readonly Role[], index: CatalogueIndex): readonly string[] {
  const bases = slots.map((slot) => baseOf(slot, index))
  const full = slots.map((_, place) => join(roles[place] ?? '', bases[place] ?? ''))
  const taken = new Set<string>()
  return slots.map((slot, place) => {
    const same = full.flatMap((name, other) => (name === full[place] ? [other] : []))
    const turn = ordinalWord(same.indexOf(place) + 1)
    // Several records that are written to: first_ticket, not first_target_ticket, as long as that is free.
    const short = slot.record !== null && roles[place] === 'target' ? join(turn, bases[place] ?? '') : ''
    const wanted = same.length === 1 ? [full[place] ?? ''] : [short, join(turn, full[place] ?? '')]
    const spare = slots.map((_, count) => join(ordinalWord(count + 1), 'value'))
    const name = [...wanted, ...spare].find((one) => one !== '' && !taken.has(one)) ?? 'value'
    taken.add(name)
    return name
  })
}

function baseOf({ record, uses, value }: Slot, index: CatalogueIndex): string {
  const leaf = uses[0]?.leaf
  const entity = record ?? leaf?.meaning.entity
  const { one, many } = entity === undefined ? { one: leaf?.path.split('.').at(-1) ?? '', many: '' } : index.entity(entity)
  const base = entity !== undefined && Array.isArray(value) ? many : one
  return snake(base) || 'value'
}

/** Lower case with underscores; digits are left out, since they tell a caller nothing. */
const snake = (text: string): string =>
  text
    .replace(/([a-z])([A-Z])/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z]+/gu, '_')
    .replace(/^_+|_+$/gu, '')

const join = (prefix: string, base: string): string => (prefix === '' ? base : `${prefix}_${base}`).slice(0, LONGEST).replace(/_+$/u, '')

const SMALL = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth',
  'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth', 'nineteenth'] // prettier-ignore
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** `first` for 1 up to `ninety_ninth`; procedures have fewer steps than that. */
export function ordinalWord(place: number): string {
  const small = SMALL[place - 1]
  if (small !== undefined) return small
  const tens = TENS[Math.floor(place / 10) % 10] ?? ''
  const rest = SMALL[(place % 10) - 1]
  return rest === undefined ? tens.replace(/y$/u, 'ieth') : `${tens}_${rest}`
}
