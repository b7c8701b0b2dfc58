import type { CatalogueIndex } from '../../bus/command.ts'
import type { Json } from '../../bus/json.ts'
import { fail, type Problem } from '../../bus/results.ts'
import type { State } from '../../bus/state.ts'
import { inputLeaf } from './lists.ts'
import type { Call, Expr, Procedure } from './types.ts'
import { nodesOf } from './walk.ts'

/** How many ids an error offers at most. */
const OFFERED = 20

export interface MissingReference {
  readonly problem: Problem
  readonly step: number
  readonly command: string
}

/**
 * A record that a write will need and that does not exist: known before the first step, so nothing has
 * to be taken back. Looks at constants and at parameters; what is computed on the way is checked by the
 * commands themselves, as is everything about a reference but that it exists.
 */
export function missingReference(
  procedure: Procedure,
  params: ReadonlyMap<string, Json>,
  index: CatalogueIndex,
  state: State,
): MissingReference | null {
  for (const { node, number } of nodesOf(procedure)) {
    if (node.node !== 'call' || index.command(node.command)?.effect !== 'write') continue
    for (const [path, expr] of Object.entries(node.args)) {
      const entity = entityOf(node, path, index)
      const value = expr.op === 'const' ? expr.value : expr.op === 'param' ? params.get(expr.key) : undefined
      if (entity === undefined || value === undefined || value === null) continue
      const missing = [value].flat().filter((id) => typeof id === 'string' && state.get(entity, id) === undefined)
      if (missing.length > 0)
        return { problem: notFound(procedure, expr, entity, missing, index, state), step: number, command: node.command }
    }
  }
  return null
}

function entityOf(call: Call, path: string, index: CatalogueIndex): string | undefined {
  const command = index.command(call.command)
  return command && inputLeaf(command, path)?.meaning.entity
}

function notFound(
  procedure: Procedure,
  expr: Expr,
  entity: string,
  missing: readonly Json[],
  index: CatalogueIndex,
  state: State,
): Problem {
  const { one, idField } = index.entity(entity)
  const param = expr.op === 'param' ? procedure.params.find(({ key }) => key === expr.key) : undefined
  const ids = state.list(entity).map((record) => record[idField] as string)
  const message = param ? `There is no ${one} as given by ${param.name}.` : `The ${one} this tool uses does not exist any more.`
  return fail('NOT_FOUND', message, {
    ...(param ? { path: param.name } : {}),
    ...(ids.length <= OFFERED ? { known: ids } : {}),
    untrusted: { named: missing },
  }).error
}
