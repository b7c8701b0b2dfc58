import { asText, isList, isObject, type Json, type JsonObject } from '../../json.ts'

/** How a schema is filled in. `json`: nothing better is known, so the value is written as JSON. */
export type Field =
  | { readonly kind: 'const'; readonly value: Json }
  | { readonly kind: 'enum'; readonly values: readonly Json[] }
  | { readonly kind: 'text'; readonly format: string; readonly long: boolean }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'null' }
  | { readonly kind: 'nullable'; readonly schema: JsonObject }
  | { readonly kind: 'choice'; readonly options: readonly { readonly title: string; readonly schema: JsonObject }[] }
  | { readonly kind: 'list'; readonly items: JsonObject; readonly fixed: readonly JsonObject[] }
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly others: JsonObject | null }
  | { readonly kind: 'json' }

export interface Member {
  readonly name: string
  readonly schema: JsonObject
  readonly required: boolean
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']

/**
 * What to show for a schema.
 * @param schema part of the schema, references and all
 * @param root the whole, where references lead
 */
export function fieldOf(schema: Json, root: Json): Field {
  const own = resolve(schema, root)
  if ('const' in own) return { kind: 'const', value: own.const ?? null }
  if (isList(own.enum)) return { kind: 'enum', values: own.enum }
  const options = optionsOf(own, root)
  if (options) return options
  const type = isList(own.type) ? own.type : own.type === undefined ? guess(own) : [own.type]
  const types = type.filter((one) => typeof one === 'string' && TYPES.includes(one))
  const some = types.filter((one) => one !== 'null')
  if (types.length === 2 && some.length === 1) return { kind: 'nullable', schema: { ...own, type: some[0] ?? null } }
  if (types.length > 1) return { kind: 'choice', options: types.map((one) => ({ title: asText(one), schema: { ...own, type: one } })) }
  switch (types[0]) {
    case 'string':
      return { kind: 'text', format: typeof own.format === 'string' ? own.format : '', long: typeof own.maxLength !== 'number' || own.maxLength > 200 }
    case 'number':
    case 'integer':
      return { kind: 'number', integer: types[0] === 'integer' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'null':
      return { kind: 'null' }
    case 'array':
      return { kind: 'list', items: isObject(own.items) ? own.items : {}, fixed: isList(own.prefixItems) ? own.prefixItems.filter(isObject) : [] }
    case 'object':
      return { kind: 'object', members: membersOf(own), others: othersOf(own) }
    default:
      return { kind: 'json' }
  }
}

/** The schema with local references followed and `allOf` put together. A reference that leads nowhere, or round, is no constraint. */
export function resolve(schema: Json, root: Json, seen: readonly string[] = []): JsonObject {
  if (!isObject(schema)) return {}
  const { $ref, allOf, ...rest } = schema
  let own: JsonObject = rest
  if (typeof $ref === 'string' && !seen.includes($ref)) own = merge(resolve(pointed($ref, root), root, [...seen, $ref]), own)
  if (isList(allOf)) for (const part of allOf) own = merge(own, resolve(part, root, seen))
  return own
}

function pointed(reference: string, root: Json): Json {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return {}
  let value: Json = root
  for (const part of reference.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    const next: Json | undefined = isObject(value) && Object.hasOwn(value, key) ? value[key] : isList(value) ? value[Number(key)] : undefined
    if (next === undefined) return {}
    value = next
  }
  return value
}

/** Both at once: members and requirements together, the second's word for all else. */
export function merge(first: JsonObject, second: JsonObject): JsonObject {
  const properties = isObject(first.properties) || isObject(second.properties) ? { ...asObject(first.properties), ...asObject(second.properties) } : null
  const required = [...asList(first.required), ...asList(second.required)]
  return {
    ...first,
    ...second,
    ...(properties ? { properties } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  }
}

const asObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const asList = (value: Json | undefined): readonly Json[] => (isList(value) ? value : [])

/** `anyOf` and `oneOf`: each alternative together with what stands beside them. */
function optionsOf(own: JsonObject, root: Json): Field | null {
  const { anyOf, oneOf, ...rest } = own
  const list = isList(anyOf) ? anyOf : isList(oneOf) ? oneOf : null
  if (!list || list.length === 0) return null
  const options = list.map((one) => merge(rest, resolve(one, root)))
  const some = options.filter((one) => one.type !== 'null')
  if (some.length === 1 && options.length === 2 && some[0]) return { kind: 'nullable', schema: some[0] }
  if (options.every((one) => 'const' in one)) return { kind: 'enum', values: options.map((one) => one.const ?? null) }
  if (list.length === 1 && options[0]) return fieldOf(options[0], root)
  return { kind: 'choice', options: options.map((schema, place) => ({ title: titleOf(schema, asObject(list[place]), place), schema })) }
}

function titleOf(schema: JsonObject, own: JsonObject, place: number): string {
  if (typeof own.title === 'string') return own.title
  if (isList(own.required) && own.required.length > 0) return `with ${own.required.map(asText).join(', ')}`
  if (typeof own.type === 'string') return own.type
  return typeof schema.type === 'string' ? `${schema.type} ${place + 1}` : `alternative ${place + 1}`
}

/** What kind of value a schema without a type is about, by its other words. */
function guess(own: JsonObject): readonly Json[] {
  if ('properties' in own || 'required' in own || 'additionalProperties' in own) return ['object']
  if ('items' in own || 'prefixItems' in own) return ['array']
  if ('pattern' in own || 'maxLength' in own || 'minLength' in own || 'format' in own) return ['string']
  if ('minimum' in own || 'maximum' in own) return ['number']
  return []
}

function membersOf(own: JsonObject): readonly Member[] {
  const required = new Set(asList(own.required))
  const known = Object.entries(asObject(own.properties)).map(([name, schema]) => ({ name, schema: asObject(schema), required: required.has(name) }))
  const unknown = [...required].filter((name) => typeof name === 'string' && !Object.hasOwn(asObject(own.properties), name))
  return [...known, ...unknown.map((name) => ({ name: asText(name), schema: {}, required: true }))]
}

/** What further members must be; null where there may be none. A schema that says nothing beside its members takes none in the form. */
function othersOf(own: JsonObject): JsonObject | null {
  if (isObject(own.additionalProperties)) return own.additionalProperties
  return own.additionalProperties === true || !isObject(own.properties) ? {} : null
}
