import type { CatalogueIndex, Command } from '../../bus/command.ts'
import { canonical } from '../../bus/json.ts'
import { listOf, recordLeaf } from './lists.ts'
import type { Call, Expr, Node, Procedure } from './types.ts'
import { nodesOf } from './walk.ts'

/** A record and how the program comes by it. Two uses of one record have the same key. */
export interface RecordRoot {
  readonly key: string
  readonly entity: string
  /** The expression that first gave the record: never an `arg`. */
  readonly expr: Expr
}

/** One place where a call names the record it works on. */
export interface RecordUse {
  readonly call: Call
  readonly command: Command
  readonly leaf: string
  readonly root: RecordRoot
  /** How many records it stands for at most: the bounds of the loops around it. */
  readonly rows: number
  readonly number: number
}

/** All uses of records in reading order. */
export function recordUses(procedure: Procedure, index: CatalogueIndex): readonly RecordUse[] {
  const numbers = new Map(nodesOf(procedure).map(({ node, number }) => [node, number]))
  const roots = new Roots(procedure, index)
  const uses: RecordUse[] = []
  const walk = (nodes: readonly Node[], rows: number, loop: string): void => {
    for (const node of nodes) {
      if (node.node === 'each') walk(node.body, rows * node.max, node.as)
      else if (node.node === 'when') walk(node.body, rows, loop)
      else {
        const command = index.command(node.command)
        const leaf = command && recordLeaf(command)
        const expr = leaf && node.args[leaf.path]
        if (!command || !leaf || !expr || leaf.meaning.entity === undefined) continue
        const root = roots.of(expr, leaf.meaning.entity, loop)
        uses.push({ call: node, command, leaf: leaf.path, root, rows, number: numbers.get(node) ?? 0 })
      }
    }
  }
  walk(procedure.body, 1, '')
  return uses
}

/** Follows an expression that names a record back to where the record came from. */
export class Roots {
  private readonly calls: ReadonlyMap<string, Call>

  constructor(
    procedure: Procedure,
    private readonly index: CatalogueIndex,
  ) {
    this.calls = new Map(nodesOf(procedure).flatMap(({ node }) => (node.node === 'call' ? [[node.as, node]] : [])))
  }

  /** @param loop name of the loop around, so that rows of different loops are different records */
  of(expr: Expr, entity: string, loop: string): RecordRoot {
    const seen = new Set<Expr>()
    let here = expr
    for (let next = this.earlier(here); next && !seen.has(next); next = this.earlier(here)) {
      seen.add(here)
      here = next
    }
    const key = here.op === 'row' ? canonical([here, loop]) : canonical(here)
    return { key, entity, expr: here }
  }

  /** The expression an `arg`, or the id in the output of a step about one record, repeats. */
  private earlier(expr: Expr): Expr | undefined {
    if (expr.op !== 'arg' && expr.op !== 'out') return undefined
    const call = this.calls.get(expr.step)
    if (!call) return undefined
    if (expr.op === 'arg') return Object.hasOwn(call.args, expr.path) ? call.args[expr.path] : undefined
    const command = this.index.command(call.command)
    const leaf = command && !listOf(command) ? recordLeaf(command) : undefined
    const entity = leaf?.meaning.entity
    return leaf && entity !== undefined && this.index.entity(entity).idField === expr.path ? call.args[leaf.path] : undefined
  }
}
