import { LIMITS } from '../../teach/procedure/limits.ts'
import { isReserved, PACK_LIMITS } from './format.ts'
import { anything, dictionary, finite, list, object, oneOf, tagged, text, whole, yesNo, type Shape } from './shape.ts'

/** Names and paths that programs refer to things by: plain, so that none means more than it says. */
const form = (pattern: RegExp, like: string) => ({ test: (value: string) => pattern.test(value) && !isReserved(value), like })
const name = text(64, form(/^[A-Za-z0-9_-]+$/, 'a plain name'))
const path = text(200, form(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/, 'a plain dotted path'))
const command = text(64, form(/^[a-z][a-z0-9_]*$/, 'the id of a command'))
const address = text(265, form(/^[a-z][a-z0-9_]*(\.[A-Za-z0-9_-]+)+$/, 'a command with the path of an argument'))
const origin = text(140, form(/^[A-Za-z0-9_.:-]+\/[A-Za-z0-9_-]+$/, 'a recording with a step'))

const expr: Shape = (value, at) => exprs(value, at)
const node: Shape = (value, at) => nodes(value, at)

const guard = list(
  object({ field: path, op: oneOf('=', '!=', 'contains', 'lacks', 'empty', 'not-empty') }, { value: anything }),
  LIMITS.steps,
)

const pick = tagged('by', {
  first: object({ by: anything }),
  last: object({ by: anything }),
  only: object({ by: anything }),
  id: object({ by: anything, id: expr }),
  min: object({ by: anything, field: path }),
  max: object({ by: anything, field: path }),
  where: object({ by: anything, guard }),
  nth: object({ by: anything, k: whole(0, LIMITS.rows) }),
})

const edit = object({ op: anything, to: expr, items: list(expr, LIMITS.rows) })

const exprs = tagged('op', {
  const: object({ op: anything, value: anything }),
  param: object({ op: anything, key: name }),
  me: object({ op: anything }),
  out: object({ op: anything, step: name, path }),
  arg: object({ op: anything, step: name, path }),
  row: object({ op: anything, field: path }),
  field: object({ op: anything, entity: name, of: expr, field: path }),
  prev: object({ op: anything, field: path }),
  pick: object({ op: anything, list: name, choose: pick }),
  add: edit,
  remove: edit,
  concat: object({ op: anything, parts: list(expr, LIMITS.rows) }),
})

const body = list(node, LIMITS.steps)

const nodes = tagged('node', {
  call: object({ node: anything, as: name, command, args: dictionary(path, expr, LIMITS.steps), from: list(origin, LIMITS.steps) }),
  each: object({ node: anything, as: name, over: expr, entity: name, max: whole(1, LIMITS.rows), body }, { guard }),
  when: object({ node: anything, as: name, entity: name, of: expr, guard, body, otherwise: oneOf('halt', 'skip') }),
})

const typeName = oneOf('string', 'number', 'integer', 'boolean', 'null', 'array', 'object')
const schema: Shape = (value, at) => keywords(value, at)

/** The keywords a schema in a file may have. It is never used; still nothing gets in that a reader would not expect. */
export const SCHEMA_KEYWORDS: Readonly<Record<string, Shape>> = {
  type: (value, at) => (Array.isArray(value) ? list(typeName, 4, 1)(value, at) : typeName(value, at)),
  description: text(PACK_LIMITS.description),
  enum: list(anything, LIMITS.rows),
  const: anything,
  minimum: finite,
  maximum: finite,
  minLength: finite,
  maxLength: finite,
  minItems: finite,
  maxItems: finite,
  uniqueItems: yesNo,
  items: schema,
  anyOf: list(schema, 8),
}

const keywords = object({}, SCHEMA_KEYWORDS)

const param = object(
  {
    key: name,
    name: text(PACK_LIMITS.name),
    description: text(PACK_LIMITS.description),
    schema,
    leaves: list(address, LIMITS.steps, 1),
    required: yesNo,
  },
  { default: anything },
)

/** A program as a file may hold it: every member is known and of the right form, and there is no other. */
export const procedureShape: Shape = object({ version: oneOf(1), params: list(param, LIMITS.steps), body: list(node, LIMITS.steps, 1) })
