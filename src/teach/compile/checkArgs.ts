import { isObject, type Json } from '../../bus/json.ts'
import { fail, type Problem } from '../../bus/results.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import { everyExpr, nodesOf } from '../procedure/walk.ts'
import type { Param, Procedure } from '../procedure/types.ts'

/**
 * Checks a caller's input against the parameters, with the validators of the leaves they flow into.
 * @returns `INVALID_INPUT` with the path and what would fit, or null
 */
export function checkArgs(procedure: Procedure, input: unknown, validatorFor: ValidatorFor): Problem | null {
  if (!isObject(input)) return invalid('', 'The input must be an object of named arguments.')
  const names = procedure.params.map((param) => param.name)
  const stray = Object.keys(input).find((key) => !names.includes(key))
  if (stray !== undefined) return invalid(shown(stray), `There is no such argument; use ${names.join(', ') || 'none'}.`, names)
  const overRows = loopedOver(procedure)
  for (const param of procedure.params) {
    const value = Object.hasOwn(input, param.name) ? input[param.name] : undefined
    if (value === undefined) {
      if (param.required) return invalid(param.name, `${param.name} is required.`)
      continue
    }
    const wrong = overRows.has(param.key) ? wrongItems(param, value, validatorFor) : wrongValue(param, value, validatorFor)
    if (wrong !== null) return invalid(param.name, `${param.name} ${wrong}.`, choicesOf(param))
  }
  return null
}

/** Keys of the parameters whose items are the rows of a loop: their leaves take one item each. */
function loopedOver(procedure: Procedure): ReadonlySet<string> {
  const loops = nodesOf(procedure).filter(({ node }) => node.node === 'each')
  return new Set(loops.flatMap(({ node }) => everyExpr(node).flatMap((expr) => (expr.op === 'param' ? [expr.key] : []))))
}

function wrongValue(param: Param, value: Json, validatorFor: ValidatorFor): string | null {
  if (param.leaves.length === 0) return 'has no validator'
  for (const address of param.leaves) {
    const validate = validatorFor(address)
    if (!validate) return 'has no validator'
    const wrong = validate(value)
    if (wrong !== null) return wrong
  }
  return null
}

function wrongItems(param: Param, value: Json, validatorFor: ValidatorFor): string | null {
  if (!Array.isArray(value)) return 'must be array'
  const items = value as readonly Json[]
  const { minItems = 0, maxItems = Infinity } = param.schema
  if (items.length < minItems) return `must have at least ${minItems} item${minItems === 1 ? '' : 's'}`
  if (items.length > maxItems) return `must have at most ${maxItems} items`
  if (new Set(items).size < items.length) return 'must not hold the same item twice'
  for (const [index, item] of items.entries()) {
    const wrong = wrongValue(param, item, validatorFor)
    if (wrong !== null) return `item ${index} ${wrong}`
  }
  return null
}

const choicesOf = ({ schema }: Param): readonly string[] =>
  (schema.enum ?? schema.items?.enum ?? []).filter((choice): choice is string => typeof choice === 'string')

/** A name the caller made up is told only where it is short and plain: it is text from outside. */
const shown = (key: string): string => (/^[A-Za-z0-9_]{1,40}$/.test(key) ? key : '')

const invalid = (path: string, message: string, known: readonly string[] = []): Problem =>
  fail('INVALID_INPUT', message, { path, ...(known.length > 0 ? { known } : {}) }).error
