import type { CatalogueIndex } from '../../bus/command.ts'
import type { Json } from '../../bus/json.ts'
import { leafAt, meaningOf, type JsonSchema } from '../../bus/schema.ts'
import type { State } from '../../bus/state.ts'
import { joinWords, type Words } from '../../bus/words.ts'

/** What a person calls a record, if it is known: the name of an assignee, of a template. */
export type Names = (entity: string, id: string) => string | undefined

export const noNames: Names = () => undefined

/** Names from a state, or from anything that finds records. */
export const namesIn =
  (state: Pick<State, 'get'>, index: CatalogueIndex): Names =>
  (entity, id) => {
    const def = index.entities.get(entity)
    const title = def && state.get(entity, id)?.[def.titleField]
    return typeof title === 'string' ? title : undefined
  }

/** Names without those that users write: their records go by id, so that no line of ours carries such text as trusted. */
export const trustedNames =
  (names: Names, index: CatalogueIndex): Names =>
  (entity, id) => {
    const def = index.entities.get(entity)
    const title = def && leafAt(def.schema, def.titleField)
    return title?.meaning.ugc ? undefined : names(entity, id)
  }

/**
 * A value in words, by what its schema says it means: enumerated values spelt out, references by name,
 * user-written text marked as such.
 * @param label what the value is called, for the words that say there is none
 */
export function valueWords(schema: JsonSchema, value: Json, names: Names, label: string): Words {
  const meaning = meaningOf(schema)
  if (Array.isArray(value)) {
    const items = value as readonly Json[]
    if (items.length === 0) return [{ kind: 'value', text: 'none' }]
    const { items: one = {} } = schema
    const ofItems: JsonSchema = one['x-us'] ? one : { ...one, 'x-us': meaning }
    const each = items.map((item) => valueWords(ofItems, item, names, label))
    return meaning.tests?.op === 'in' ? either(each) : joinWords(each)
  }
  if (value === null || (meaning.nobody !== undefined && value === meaning.nobody)) return [{ kind: 'value', text: meaning.none ?? `no ${label}` }]
  if (typeof value === 'boolean') return [{ kind: 'value', text: value ? 'yes' : 'no' }]
  if (typeof value !== 'string') return [{ kind: 'value', text: typeof value === 'number' ? String(value) : JSON.stringify(value) }]
  if (meaning.entity !== undefined) return [{ kind: 'value', text: names(meaning.entity, value) ?? value }]
  if (meaning.ugc || meaning.free) return [{ kind: 'ugc', text: value }]
  return [{ kind: 'value', text: schema.enum ? value.replaceAll('_', ' ') : value }]
}

/** *a*, *a or b*, *a, b or c*. */
function either(items: readonly Words[]): Words {
  const last = items.at(-1) ?? []
  return items.length < 2 ? last : [...joinWords(items.slice(0, -1)), ' or ', ...last]
}
