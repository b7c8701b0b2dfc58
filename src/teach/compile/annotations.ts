import type { CatalogueIndex } from '../../bus/command.ts'
import type { JsonSchema } from '../../bus/schema.ts'
import type { Procedure } from '../procedure/types.ts'
import { callsOf } from '../procedure/walk.ts'
import type { Compiled } from './types.ts'

/**
 * What a host is told of a tool, computed from the program and the catalogue alone. A run has a filter
 * and a selection of its own, so a tool without a write is read-only whatever it looks at.
 */
export function annotationsOf(procedure: Procedure, index: CatalogueIndex): Compiled['annotations'] {
  const commands = callsOf(procedure).flatMap(({ command }) => index.command(command) ?? [])
  return {
    readOnlyHint: commands.every(({ effect }) => effect !== 'write'),
    untrustedContentHint: commands.some(({ input, output }) => carriesUserText(input) || carriesUserText(output)),
    consequentialHint: commands.some(({ consequential }) => consequential === true),
  }
}

/** Whether anything users write can be part of a value of this schema. */
function carriesUserText(schema: JsonSchema): boolean {
  if (schema['x-us']?.ugc) return true
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])]
  return parts.some(carriesUserText)
}
