import type { CatalogueIndex } from '../../src/bus/command.ts'
import { leafAt } from '../../src/bus/schema.ts'
import { isEnumerated } from '../../src/teach/generalize/steps/leafKind.ts'
import { textsIn } from '../../src/teach/generalize/steps/texts.ts'
import type { Procedure } from '../../src/teach/procedure/types.ts'
import { callsOf, everyExpr } from '../../src/teach/procedure/walk.ts'

/** Texts a procedure fixes, but those of closed lists: constants, what picks go by, and defaults of parameters. */
export function constantsIn(procedure: Procedure, index: CatalogueIndex): readonly string[] {
  const inSteps = callsOf(procedure).flatMap((call) =>
    Object.entries(call.args).flatMap(([path, expr]) => {
      const leaf = leafAt(index.command(call.command)?.input ?? {}, path)
      if (leaf && isEnumerated(leaf.schema)) return []
      return everyExpr({ ...call, args: { [path]: expr } }).flatMap((part) => {
        if (part.op === 'const') return textsIn(part.value)
        return part.op === 'pick' && part.choose.by === 'where' ? part.choose.guard.flatMap(({ value }) => textsIn(value ?? '')) : []
      })
    }),
  )
  return [...inSteps, ...procedure.params.flatMap(({ default: value }) => (value === undefined ? [] : textsIn(value)))]
}
