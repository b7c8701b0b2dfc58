import type { CatalogueIndex, Command } from '../../bus/command.ts'
import { leavesOf } from '../../bus/schema.ts'
import { labelOf, listed } from '../words/labels.ts'
import { entityRead } from './lists.ts'
import { recordUses, type RecordUse } from './recordUses.ts'
import type { Procedure } from './types.ts'
import { callsOf } from './walk.ts'

/** What a program may change of one kind of record. */
export interface Effects {
  readonly entity: string
  /** Fields, in the order of the program. */
  readonly fields: readonly string[]
  /** Titles of writing commands that do not say which fields they change. */
  readonly others: readonly string[]
  /** At most so many records. */
  readonly most: number
  /** The caller names every one of them. */
  readonly given: boolean
}

/** Fields of a record a write may change, by what the schemas of its input say. */
export const writtenFields = (command: Command): readonly string[] => [
  ...new Set(
    leavesOf(command.input).flatMap(({ meaning }) => [meaning.edits?.field, meaning.fills].filter((field) => field !== undefined)),
  ),
]

/** What a program may change at most, computed from the program alone. Empty when it only looks things up. */
export function effectsOf(procedure: Procedure, index: CatalogueIndex): readonly Effects[] {
  const uses = recordUses(procedure, index).filter(({ command }) => command.effect === 'write')
  const entities = [...new Set(uses.map(({ root }) => root.entity))]
  return entities.map((entity) => {
    const mine = uses.filter(({ root }) => root.entity === entity)
    const roots = new Map(mine.map((use) => [use.root.key, use]))
    const commands = mine.map(({ command }) => command)
    return {
      entity,
      fields: [...new Set(commands.flatMap(writtenFields))],
      others: [...new Set(commands.filter((command) => writtenFields(command).length === 0).map(({ title }) => title))],
      most: [...roots.values()].reduce((sum, { rows }) => sum + rows, 0),
      given: [...roots.values()].every(isGiven),
    }
  })
}

function isGiven({ root: { expr }, rows }: RecordUse): boolean {
  if (rows > 1) return false
  return expr.op === 'param' || (expr.op === 'pick' && expr.choose.by === 'id' && expr.choose.id.op === 'param')
}

/**
 * The sentence of effects every tool carries, which no author can change: *Changes priority and tags of
 * the given ticket.*
 */
export function effectSentence(procedure: Procedure, index: CatalogueIndex): string {
  const writes = callsOf(procedure)
    .flatMap(({ command }) => index.command(command) ?? [])
    .filter(({ effect }) => effect === 'write')
  if (writes.length === 0) return lookUps(procedure, index)
  const effects = effectsOf(procedure, index)
  const changes = effects
    .filter(({ fields }) => fields.length > 0)
    .map((effect) => `${fieldNames(effect, index)} of ${whom(effect, index)}`)
  const does = effects.filter(({ others }) => others.length > 0).map((effect) => `“${listed(effect.others)}” on ${whom(effect, index)}`)
  // Writes that name no record at all, such as one that makes a record.
  const named = new Set(recordUses(procedure, index).map(({ command }) => command))
  const free = [...new Set(writes.filter((command) => !named.has(command)).map(({ title }) => `“${title}”`))]
  const runs = [...does, ...free]
  return [changes.length > 0 ? `Changes ${listed(changes)}.` : '', runs.length > 0 ? `Runs ${listed(runs)}.` : ''].filter(Boolean).join(' ')
}

const fieldNames = ({ entity, fields }: Effects, index: CatalogueIndex): string =>
  listed(fields.map((field) => labelOf(index.entity(entity), field)))

function whom({ entity, most, given }: Effects, index: CatalogueIndex): string {
  const { one, many } = index.entity(entity)
  if (given) return most === 1 ? `the given ${one}` : `the ${most} given ${many}`
  return most === 1 ? `one ${one}` : `at most ${most} ${many}`
}

function lookUps(procedure: Procedure, index: CatalogueIndex): string {
  const entities = callsOf(procedure).flatMap(({ command }) => {
    const found = index.command(command)
    return (found && entityRead(found)) ?? []
  })
  const many = [...new Set(entities)].map((entity) => index.entity(entity).many)
  return `${many.length > 0 ? `Looks up ${listed(many)}` : 'Looks things up'}; changes nothing.`
}
