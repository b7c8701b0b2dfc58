import type { Call, Expr, Guard, Node, Procedure } from './types.ts'

/** A node with the number people know it by. */
export interface Numbered {
  readonly node: Node
  /** From 1, in the order the plain words list them; loops and branches have numbers of their own. */
  readonly number: number
  /** How deep inside loops and branches. */
  readonly depth: number
}

/** All nodes in reading order. Plain words, errors and progress number steps by this. */
export function nodesOf(procedure: Procedure): readonly Numbered[] {
  const found: Numbered[] = []
  const walk = (nodes: readonly Node[], depth: number): void => {
    for (const node of nodes) {
      found.push({ node, number: found.length + 1, depth })
      if (node.node !== 'call') walk(node.body, depth + 1)
    }
  }
  walk(procedure.body, 0)
  return found
}

export const callsOf = (procedure: Procedure): readonly Call[] =>
  nodesOf(procedure).flatMap(({ node }) => (node.node === 'call' ? [node] : []))

/** The expressions a node evaluates itself, without those of its body. */
function exprsOf(node: Node): readonly Expr[] {
  if (node.node === 'call') return Object.values(node.args)
  return [node.node === 'each' ? node.over : node.of]
}

/** The parts of an expression, not of its parts. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.op) {
    case 'field':
      return [expr.of]
    case 'pick':
      return expr.choose.by === 'id' ? [expr.choose.id] : []
    case 'add':
    case 'remove':
      return [expr.to, ...expr.items]
    case 'concat':
      return expr.parts
    default:
      return []
  }
}

/** Every expression of a node with all its parts, outermost first. */
export function everyExpr(node: Node): readonly Expr[] {
  const found: Expr[] = []
  const walk = (expr: Expr): void => {
    found.push(expr)
    partsOf(expr).forEach(walk)
  }
  exprsOf(node).forEach(walk)
  return found
}

/** The guards a node carries, those of its picks among them. */
export function guardsOf(node: Node): readonly Guard[] {
  const own = node.node !== 'call' && node.guard ? [node.guard] : []
  return [...own, ...everyExpr(node).flatMap((expr) => (expr.op === 'pick' && expr.choose.by === 'where' ? [expr.choose.guard] : []))]
}

/** The step an expression looks at by name, if it is of that kind. */
export function stepRead(expr: Expr): string | undefined {
  if (expr.op === 'out' || expr.op === 'arg') return expr.step
  return expr.op === 'pick' ? expr.list : undefined
}
