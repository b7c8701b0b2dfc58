import { meaningOf } from '../../bus/schema.ts'
import type { Param, Procedure } from '../../teach/procedure/types.ts'

/** Parameters that take one record to act on. Lists of records are none. */
const takesRecord = ({ schema }: Param): boolean => schema['x-us']?.kind === 'record' && schema.items === undefined

/**
 * The parameter that takes the record a person has in front of them: the one required parameter for a single record,
 * if there is exactly one and it is for this kind.
 */
export function recordParam({ params }: Procedure, entity: string): Param | null {
  const [only, ...more] = params.filter((param) => param.required && takesRecord(param))
  return only && more.length === 0 && meaningOf(only.schema).entity === entity ? only : null
}

/** The parameters that must be given beside those that are known already. */
export const openParams = ({ params }: Procedure, given: Readonly<Record<string, unknown>>): readonly Param[] =>
  params.filter((param) => param.required && !Object.hasOwn(given, param.name))
