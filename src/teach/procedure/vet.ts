import type { CatalogueIndex } from '../../bus/command.ts'
import { fail, type Problem } from '../../bus/results.ts'
import { leafAt } from '../../bus/schema.ts'
import { LIMITS } from './limits.ts'
import { listOf } from './lists.ts'
import type { Call, Expr, Node, Procedure } from './types.ts'
import { nodesOf, partsOf, stepRead } from './walk.ts'

/**
 * Whether a program may run at all, wherever it came from: within the limits, only recordable commands
 * and leaves that exist, every name defined before it is used, loops bounded.
 * @returns `BLOCKED` with what is wrong, or null
 */
export function vetProcedure(procedure: Procedure, index: CatalogueIndex): Problem | null {
  const wrong = faultOf(procedure, index)
  return wrong === null ? null : fail('BLOCKED', `This procedure cannot run: ${wrong}.`).error
}

function faultOf(procedure: Procedure, index: CatalogueIndex): string | null {
  const { version }: { readonly version: number } = procedure
  if (version !== 1) return 'it is of another version'
  if (tooDeep(procedure.body, 0)) return `its loops and branches lie more than ${LIMITS.depth} deep`
  const nodes = nodesOf(procedure)
  if (nodes.length === 0) return 'it has no step'
  if (nodes.length > LIMITS.steps) return `it has ${nodes.length} steps, and ${LIMITS.steps} are the most`
  if (new Set(nodes.map(({ node }) => node.as)).size < nodes.length) return 'two of its steps have the same name'
  const { params } = procedure
  if (new Set(params.map((param) => param.name)).size < params.length) return 'two of its parameters have the same name'
  if (new Set(params.map((param) => param.key)).size < params.length) return 'two of its parameters have the same key'
  const vet = new Vetting(index, new Set(params.map((param) => param.key)))
  return vet.block(procedure.body, new Map(), false)
}

const tooDeep = (nodes: readonly Node[], depth: number): boolean =>
  depth > LIMITS.depth || nodes.some((node) => node.node !== 'call' && tooDeep(node.body, depth + 1))

/** Walks blocks with the steps that are visible in each. */
class Vetting {
  constructor(
    private readonly index: CatalogueIndex,
    private readonly params: ReadonlySet<string>,
  ) {}

  block(nodes: readonly Node[], outer: ReadonlyMap<string, Call>, inLoop: boolean): string | null {
    const visible = new Map(outer)
    for (const node of nodes) {
      const wrong = this.node(node, visible, inLoop)
      if (wrong !== null) return wrong
      if (node.node === 'call') visible.set(node.as, node)
    }
    return null
  }

  private node(node: Node, visible: ReadonlyMap<string, Call>, inLoop: boolean): string | null {
    if (node.node === 'call') return this.call(node, visible, inLoop)
    if (!this.index.entities.has(node.entity)) return 'it works on a kind of record that does not exist here'
    const source = node.node === 'each' ? node.over : node.of
    if (node.node === 'each' && (!Number.isInteger(node.max) || node.max < 1 || node.max > LIMITS.rows)) {
      return `a loop must have a bound between 1 and ${LIMITS.rows}`
    }
    return this.expr(source, visible, inLoop, 0) ?? this.block(node.body, visible, inLoop || node.node === 'each')
  }

  private call(node: Call, visible: ReadonlyMap<string, Call>, inLoop: boolean): string | null {
    const command = this.index.command(node.command)
    if (!command) return 'it uses a command that does not exist here'
    if (!command.recordable || command.sensitive) return `${command.id} cannot be part of a tool`
    for (const [path, expr] of Object.entries(node.args)) {
      if (!leafAt(command.input, path)) return `${command.id} has no such argument as one of those it is given`
      const wrong = this.expr(expr, visible, inLoop, 0)
      if (wrong !== null) return wrong
    }
    return null
  }

  private expr(expr: Expr, visible: ReadonlyMap<string, Call>, inLoop: boolean, depth: number): string | null {
    if (depth > LIMITS.expression) return 'a value is computed in too many steps'
    if (expr.op === 'param' && !this.params.has(expr.key)) return 'it uses a parameter it does not have'
    if ((expr.op === 'row' || expr.op === 'prev') && !inLoop) return 'it looks at the row of a loop outside of one'
    if (expr.op === 'field' && !this.index.entities.has(expr.entity)) return 'it reads a kind of record that does not exist here'
    const read = stepRead(expr)
    const step = read === undefined ? undefined : visible.get(read)
    if (read !== undefined && !step) return 'a step looks at one that does not come before it'
    const command = step && this.index.command(step.command)
    if (expr.op === 'pick' && !(command && listOf(command))) return 'a step takes from one that returns no list'
    for (const part of partsOf(expr)) {
      const wrong = this.expr(part, visible, inLoop, depth + 1)
      if (wrong !== null) return wrong
    }
    return null
  }
}
