import type { Json, JsonObject } from '../../bus/json.ts'
import type { Procedure } from './types.ts'

/**
 * The value of each parameter, by its key: what the caller gave under the parameter's name, else its
 * default. A parameter with neither is left out, which is not the same as null.
 */
export function withDefaults(procedure: Procedure, input: JsonObject): ReadonlyMap<string, Json> {
  const values = new Map<string, Json>()
  for (const param of procedure.params) {
    const given = Object.hasOwn(input, param.name) ? input[param.name] : undefined
    const value = given === undefined ? param.default : given
    if (value !== undefined) values.set(param.key, value)
  }
  return values
}
