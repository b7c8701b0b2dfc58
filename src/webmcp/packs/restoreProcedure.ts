import type { CatalogueIndex } from '../../bus/command.ts'
import { ok, type Result } from '../../bus/results.ts'
import { leafAt, type JsonSchema, type Leaf } from '../../bus/schema.ts'
import { paramSchema } from '../../teach/generalize/leaves/params.ts'
import type { Expr, Node, Param, Procedure } from '../../teach/procedure/types.ts'
import { vetProcedure } from '../../teach/procedure/vet.ts'
import { callsOf, everyExpr, nodesOf } from '../../teach/procedure/walk.ts'
import { inside, refusePack, type Fault } from './fault.ts'

/**
 * A program of a file as one of this page: only commands it has, parameters with the catalogue's own schemas, within
 * the limits of every program. Nothing of a schema in the file is kept.
 * @param at where the program stands in the pack
 */
export function restoreProcedure(procedure: Procedure, index: CatalogueIndex, at: string): Result<Procedure> {
  const unknown = unknownCommand(procedure.body, index, inside(at, 'body'))
  if (unknown) return refusePack(unknown)
  const loops = nodesOf(procedure).flatMap(({ node }) => (node.node === 'each' ? [node] : []))
  const params: Param[] = []
  for (const [place, param] of procedure.params.entries()) {
    const here = inside(inside(at, 'params'), place)
    const leaves = param.leaves.map((address) => leafOf(address, procedure, index))
    const missing = leaves.findIndex((leaf) => !leaf)
    if (missing >= 0) return refusePack({ at: inside(inside(here, 'leaves'), missing), wrong: 'is no argument of a step of this tool' })
    const stray = flowsOf(procedure, param.key).find((address) => !param.leaves.includes(address))
    if (stray !== undefined) return refusePack({ at: inside(here, 'leaves'), wrong: `leaves out ${stray}, which it is given to` })
    const loop = loops.find(({ over }) => over.op === 'param' && over.key === param.key)
    params.push({
      ...param,
      schema: schemaOf(
        leaves.flatMap((leaf) => leaf ?? []),
        loop?.max,
      ),
    })
  }
  const restored: Procedure = { ...procedure, params }
  const unfit = vetProcedure(restored, index)
  return unfit ? refusePack({ at, wrong: `cannot run here. ${unfit.message.replace(/\.$/, '')}` }) : ok(restored)
}

function unknownCommand(body: readonly Node[], index: CatalogueIndex, at: string): Fault | null {
  for (const [place, node] of body.entries()) {
    const here = inside(at, place)
    if (node.node !== 'call') {
      const within = unknownCommand(node.body, index, inside(here, 'body'))
      if (within) return within
    } else if (!index.command(node.command)) {
      return { at: inside(here, 'command'), wrong: `is ${node.command}, which this page does not have` }
    }
  }
  return null
}

/** The leaf at an address, if a step of the program has it. */
function leafOf(address: string, procedure: Procedure, index: CatalogueIndex): Leaf | undefined {
  const dot = address.indexOf('.')
  const id = address.slice(0, dot)
  const command = callsOf(procedure).some((call) => call.command === id) ? index.command(id) : undefined
  return command && leafAt(command.input, address.slice(dot + 1))
}

/** Addresses of the leaves a parameter is part of the value of. */
function flowsOf(procedure: Procedure, key: string): readonly string[] {
  const isIt = (expr: Expr): boolean => expr.op === 'param' && expr.key === key
  return callsOf(procedure).flatMap((call) =>
    Object.entries(call.args).flatMap(([path, expr]) => {
      // What only names a record to copy from is no value of the leaf.
      const direct = isIt(expr) || (expr.op === 'pick' && expr.choose.by === 'id' && isIt(expr.choose.id))
      const items =
        expr.op === 'add' || expr.op === 'remove' ? everyExpr({ ...call, args: { items: { op: 'concat', parts: expr.items } } }) : []
      return direct || items.some(isIt) ? [`${call.command}.${path}`] : []
    }),
  )
}

/** As generalizing makes it: of a leaf that takes the record itself, else of the first; the ids of a loop are a list of such. */
function schemaOf(leaves: readonly Leaf[], rows: number | undefined): JsonSchema {
  const leaf = leaves.find(({ meaning }) => meaning.kind === 'record') ?? leaves[0]
  const one = paramSchema(leaf?.schema ?? {})
  return rows === undefined ? one : { type: 'array', items: one, minItems: 1, maxItems: rows, uniqueItems: true }
}
