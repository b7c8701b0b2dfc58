import { isObject, type Json } from '../../json.ts'
import { fieldOf, resolve } from './fieldOf.ts'

/** How deep members are begun: a schema may hold itself. */
const DEEPEST = 6

/** What a form begins with: defaults, constants that are required, empty objects and lists that are required. Undefined: nothing. */
export function startValue(schema: Json, root: Json, required = true, depth = 0): Json | undefined {
  const own = resolve(schema, root)
  if (own.default !== undefined) return own.default
  if (!required || depth > DEEPEST) return undefined
  const field = fieldOf(schema, root)
  switch (field.kind) {
    case 'const':
      return field.value
    case 'null':
      return null
    case 'list':
      return []
    case 'choice':
      return field.options[0] ? startValue(field.options[0].schema, root, true, depth + 1) : undefined
    case 'object': {
      const members = field.members.flatMap((member) => {
        const value = startValue(member.schema, root, member.required, depth + 1)
        return value === undefined ? [] : [[member.name, value] as const]
      })
      return Object.fromEntries(members)
    }
    default:
      return undefined
  }
}

/** What the input of a tool begins with. A tool without a schema gets an empty object. */
export function startInput(schema: Json): Json {
  const value = isObject(schema) ? startValue(schema, schema) : undefined
  return value ?? {}
}
