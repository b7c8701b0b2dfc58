import type { Command } from '../../bus/command.ts'
import type { EntityDef } from '../../bus/entity.ts'
import { leafAt } from '../../bus/schema.ts'
import type { Words } from '../../bus/words.ts'
import { describingWords } from './guardWords.ts'
import { labelOf } from '../words/labels.ts'
import { ordinal } from './pick.ts'
import type { Call, Expr, Pick } from './types.ts'
import type { Names } from '../words/valueWords.ts'

/** What the words of a pick depend on. */
export interface PickTelling {
  readonly entity: EntityDef
  /** The step that made the list, for its order. */
  readonly list: { readonly call: Call; readonly command: Command | undefined } | null
  /** *the list*, or which. */
  readonly named: string
  readonly names: Names
  /** A record that is given: *the ticket target_ticket*. */
  readonly say: (expr: Expr) => Words
}

/** How a record is taken, to follow *Take*: *the oldest in the list*. */
export function pickWords(pick: Pick, telling: PickTelling): Words {
  const { entity, named } = telling
  const one = (text: string, tail: Words = []): Words => ['the ', { kind: 'pick', text }, ...tail, ` in ${named}`]
  switch (pick.by) {
    case 'first':
      return one(firstOf(telling))
    case 'last':
      return one('last')
    case 'only':
      return one('only one')
    case 'nth':
      return one(ordinal(pick.k))
    case 'min':
    case 'max':
      return [
        'the one ',
        `in ${named} with the `,
        { kind: 'pick', text: `${pick.by === 'min' ? 'smallest' : 'largest'} ${labelOf(entity, pick.field)}` },
      ]
    case 'where':
      return [`the one in ${named} `, ...describingWords(pick.guard, entity, telling.names)]
    case 'id':
      return [...telling.say(pick.id), `, which must be in ${named}`]
  }
}

/** What stands first in a list: one ordered by *oldest* has its *oldest* there; other orders are named by what they go by. */
export function firstIn(sort: string | null): string {
  if (sort === null) return 'first'
  const words = sort.replaceAll('_', ' ')
  return /est$/.test(words) ? words : `first by ${words}`
}

const firstOf = ({ list }: PickTelling): string => firstIn(list?.command ? sortOf(list.call, list.command) : null)

function sortOf(call: Call, command: Command): string | null {
  for (const [path, expr] of Object.entries(call.args)) {
    if (!leafAt(command.input, path)?.meaning.sort || expr.op !== 'const') continue
    if (typeof expr.value === 'string') return expr.value
  }
  return null
}
