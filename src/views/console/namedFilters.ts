import type { QueryPatch } from '../../stores/list.ts'
import { matcher } from '../../triage/filter.ts'
import type { Ticket } from '../../triage/model.ts'
import type { Query } from '../../triage/query.ts'
import type { Option } from '../../ui/matchOptions.ts'

/** A part of a query that names things, with what it can be. */
export interface Vocabulary {
  readonly part: 'tag' | 'status' | 'priority' | 'assignee'
  readonly options: readonly Option[]
}

/** A filter that was named where tickets were searched for. */
export interface NamedFilter extends Omit<Vocabulary, 'options'> {
  readonly value: string
  readonly label: string
  /** The search for it taken out. */
  readonly patch: QueryPatch
  /** What it would show. */
  readonly count: number
  /** Not under the filter as it is: all other parts of it are taken out, too. */
  readonly alone: boolean
}

/** How many are offered. */
const MOST = 3
/** Of fewer letters half of everything begins with them. */
const SHORTEST = 2

/**
 * The filters that the words of a search name, where there is anything under them: whole names first. Each word has to
 * begin a word of the name, as in *noor* for *Noor Haddad* and *gift* for *gift-card*.
 */
export function namedFilters(query: Query, vocabularies: readonly Vocabulary[], tickets: readonly Ticket[]): readonly NamedFilter[] {
  const wanted = wordsOf(query.text ?? '')
  if (wanted.join('').length < SHORTEST) return []
  const found = vocabularies.flatMap(({ part, options }) =>
    options.flatMap(({ value, label }) => {
      const words = wordsOf(label)
      const named = wanted.every((word) => words.some((one) => one.startsWith(word)))
      return named ? [{ part, value, label, whole: words.join(' ') === wanted.join(' ') }] : []
    }),
  )
  return found
    .sort((a, b) => Number(b.whole) - Number(a.whole))
    .flatMap(({ part, value, label }) => offered(query, part, value, label, tickets))
    .slice(0, MOST)
}

function offered(query: Query, part: Vocabulary['part'], value: string, label: string, tickets: readonly Ticket[]): readonly NamedFilter[] {
  const chosen = { [part]: part === 'tag' || part === 'assignee' ? value : [value] }
  const others = Object.fromEntries(Object.keys(query).map((name) => [name, name === 'sort' ? query.sort : undefined]))
  const ways = [
    { patch: { text: undefined, ...chosen }, alone: false },
    { patch: { ...others, ...chosen }, alone: true },
  ]
  for (const way of ways) {
    const patch = way.patch as QueryPatch
    const count = tickets.filter(matcher({ ...query, ...patch } as Query)).length
    if (count > 0) return [{ part, value, label, patch, count, alone: way.alone }]
  }
  return []
}

const wordsOf = (text: string): readonly string[] => text.normalize('NFC').toLowerCase().split(/[\s_\-./@]+/u).filter(Boolean)
