import { isObject, type Json } from '../../json.ts'

/** What a schema has against a value, and where. */
export interface InputFault {
  /** As a JSON pointer; empty for the whole. */
  readonly at: string
  readonly message: string
}

/** Checks by interpretation: the page admits no generated code, and these schemas come from anywhere. The checker is loaded with the first use. */
export async function checkInput(schema: Json, value: Json): Promise<readonly InputFault[]> {
  if (!isObject(schema)) return []
  const { Validator } = await import('@cfworker/json-schema')
  try {
    const { errors } = new Validator(schema, '2020-12', false).validate(value)
    // Those about a whole only repeat that a part of it is wrong.
    const specific = errors.filter(({ keyword }) => keyword !== 'properties' && keyword !== 'items' && keyword !== '$ref')
    return (specific.length > 0 ? specific : errors).map(({ instanceLocation, error }) => ({ at: instanceLocation.replace(/^#/, ''), message: error }))
  } catch (error) {
    return [{ at: '', message: `The schema itself cannot be used: ${error instanceof Error ? error.message : String(error)}` }]
  }
}
