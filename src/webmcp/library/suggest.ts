import type { CatalogueIndex } from '../../bus/command.ts'
import { BUDGET } from '../../teach/compile/budgets.ts'
import { entityRead, recordLeaf } from '../../teach/procedure/lists.ts'
import type { Procedure } from '../../teach/procedure/types.ts'
import { callsOf } from '../../teach/procedure/walk.ts'
import type { Authored } from './types.ts'

/**
 * What a draft is called until somebody says otherwise: from the commands of its steps, so never from anything a
 * user wrote, within the budgets, and different from every name in use.
 */
export function suggestAuthored(procedure: Procedure, index: CatalogueIndex, taken: ReadonlySet<string>): Authored {
  const actions = actionsOf(procedure, index)
  const name = free(nameOf(actions), taken)
  return { name, title: titleOf(actions), description: `${sentenceOf(actions)}, the way it was shown on this desk.`, parameters: {} }
}

/** What one command does, in the words of its id: `set` `priority`. */
interface Action {
  readonly verb: string
  readonly what: string
}

function actionsOf(procedure: Procedure, index: CatalogueIndex): readonly Action[] {
  const commands = callsOf(procedure).flatMap((call) => index.command(call.command) ?? [])
  const writes = commands.filter((command) => command.effect === 'write')
  const found = new Map<string, Action>()
  if (writes.length > 0) {
    for (const command of writes) {
      const { id } = command
      const [verb = id, ...rest] = id.split('_')
      // What is acted on goes without saying: `set_ticket_priority` sets the priority.
      const entity = recordLeaf(command)?.meaning.entity
      const kinds = entity === undefined ? [] : [index.entity(entity).one, index.entity(entity).many]
      const what = rest.filter((word) => !kinds.includes(word)).join('_') || rest.join('_')
      found.set(id, { verb, what })
    }
    return [...found.values()]
  }
  const last = commands.at(-1)
  const entity = last && entityRead(last)
  return [{ verb: 'find', what: entity ? index.entity(entity).many.replaceAll(' ', '_') : (last?.id ?? 'out') }]
}

function nameOf(actions: readonly Action[]): string {
  const full = joined(actions, '_', '_and_')
  if (full.length <= BUDGET.name) return full
  const [first] = actions
  const nouns = [first?.verb ?? 'do', actions.map((action) => action.what).join('_and_')].join('_')
  if (nouns.length <= BUDGET.name && new Set(actions.map((action) => action.verb)).size === 1) return nouns
  const short = `${first?.verb ?? 'do'}_${first?.what ?? 'task'}_and_more`
  return short.length <= BUDGET.name ? short : short.slice(0, BUDGET.name).replace(/_+$/, '')
}

/** `set_priority_and_status`, `set_priority_and_add_tags`: a verb is said once as long as it stays the same. */
function joined(actions: readonly Action[], space: string, and: string, verbOf: (verb: string) => string = (verb) => verb): string {
  return actions
    .map(({ verb, what }, place) => {
      const said = place > 0 && actions[place - 1]?.verb === verb
      return [said ? '' : verbOf(verb), what].filter((part) => part !== '').join(space)
    })
    .join(and)
}

function titleOf(actions: readonly Action[]): string {
  return capital(listed(actions, (verb) => verb)).slice(0, 60)
}

const sentenceOf = (actions: readonly Action[]): string => capital(listed(actions, thirdPerson))

function listed(actions: readonly Action[], verbOf: (verb: string) => string): string {
  const words = actions.map((action) => ({ verb: action.verb, what: action.what.replaceAll('_', ' ') }))
  if (words.length < 3) return joined(words, ' ', ' and ', verbOf)
  const head = joined(words.slice(0, -1), ' ', ', ', verbOf)
  const last = words.at(-1)
  const verb = last && last.verb !== words.at(-2)?.verb ? `${verbOf(last.verb)} ` : ''
  return `${head} and ${verb}${last?.what ?? ''}`
}

const thirdPerson = (verb: string): string =>
  /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : /(s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function free(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : `_${count}`
    const tried = name.slice(0, BUDGET.name - suffix.length).replace(/_+$/, '') + suffix
    if (!taken.has(tried)) return tried
  }
}
