import { Validator, type Schema } from '@cfworker/json-schema'
import schema from '../script.schema.json' with { type: 'json' }
import { lineOf } from './lineOf.ts'
import { syntaxErrorAt } from './syntaxError.ts'
import type { Script } from './types.ts'

/** What is wrong with a script file, with its line. */
export interface ScriptFault {
  readonly line: number
  readonly message: string
}

/** Reads a script file. @returns the script, or what is wrong with it */
export function readScript(text: string): { readonly script: Script } | { readonly faults: readonly ScriptFault[] } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { faults: [{ line: text.slice(0, syntaxErrorAt(text)).split('\n').length, message: error instanceof Error ? error.message : String(error) }] }
  }
  const { valid, errors } = new Validator(schema as unknown as Schema, '2020-12', false).validate(value)
  if (valid) return { script: value as Script }
  // The deepest complaints say most; those above them only repeat that something below is wrong.
  const depth = Math.max(...errors.map((error) => error.instanceLocation.split('/').length))
  const deepest = errors.filter((error) => error.instanceLocation.split('/').length === depth)
  const seen = new Set<string>()
  const faults = deepest.flatMap(({ instanceLocation, error }) => {
    const key = instanceLocation + error
    if (seen.has(key)) return []
    seen.add(key)
    return [{ line: lineOf(text, instanceLocation.split('/').slice(1).map(unescapePointer)), message: `${instanceLocation.slice(1)}: ${error}` }]
  })
  return { faults }
}

const unescapePointer = (part: string): string => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
