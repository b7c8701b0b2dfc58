import type { CatalogueIndex } from '../../bus/command.ts'
import { at, equalJson, type Json, type JsonObject } from '../../bus/json.ts'
import type { Call, Each, Expr, Procedure } from '../procedure/types.ts'
import { actedOn } from '../procedure/lists.ts'
import { callsOf, everyExpr, nodesOf, partsOf } from '../procedure/walk.ts'
import type { Step, Trace } from '../recording/types.ts'
import { factsOf, type StepFact } from './steps/facts.ts'
import { setEditOf } from './leaves/setEdits.ts'

/**
 * The input with which a procedure does what a demonstration did: for each parameter the value that
 * stood in the leaf it flows into. A parameter the demonstration gave no value is left out.
 */
export function demonstratedArgs(procedure: Procedure, trace: Trace, index: CatalogueIndex): JsonObject {
  const facts = factsOf(trace, index)
  const args: Record<string, Json> = {}
  for (const { key, name } of procedure.params) {
    const rows = rowsNamed(procedure, key, trace, facts.steps)
    if (rows) args[name] = rows
    const value = rows ? undefined : callsOf(procedure).flatMap((call) => {
      const fact = demonstrationOf(call, trace, facts.steps)
      return fact ? Object.entries(call.args).flatMap(([path, expr]) => valueIn(expr, key, path, fact) ?? []) : []
    })[0]
    if (value !== undefined) args[name] = allItems(procedure, key, trace, facts.steps) ?? value.is
  }
  return args
}

/** The rows a loop worked on, where the parameter names them. */
function rowsNamed(procedure: Procedure, key: string, trace: Trace, steps: readonly StepFact[]): readonly Json[] | null {
  for (const { node } of nodesOf(procedure)) {
    if (node.node !== 'each' || !everyExpr(node).some((expr) => expr.op === 'param' && expr.key === key)) continue
    return rowsWorkedOn(node, trace, steps)
  }
  return null
}

/** Items of a set edit over all rows: what was so already in one row stands in another. */
function allItems(procedure: Procedure, key: string, trace: Trace, steps: readonly StepFact[]): readonly Json[] | null {
  const prefix = `${trace.recordingId}/`
  const given = callsOf(procedure).flatMap((call) => {
    const paths = Object.entries(call.args).flatMap(([path, expr]) => (expr.op === 'param' && expr.key === key ? [path] : []))
    const own = call.from.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length))
    const leaves = steps.filter(({ step }) => own.includes(step.stepId)).flatMap(({ leaves: all }) => all.filter(({ leaf }) => paths.includes(leaf.path)))
    return leaves.length < 2 ? [] : leaves.filter(({ leaf, kind }) => kind === 'plain' && leaf.meaning.edits !== undefined && leaf.meaning.edits.op !== 'set')
  })
  const items = given.flatMap(({ value }) => (Array.isArray(value) ? (value as readonly Json[]) : []))
  return items.length === 0 ? null : items.filter((item, place) => items.findIndex((one) => equalJson(one, item)) === place)
}

/** Ids of the rows a demonstration of a loop worked on, in order. */
export function rowsWorkedOn(node: Each, trace: Trace, steps: readonly StepFact[]): readonly string[] {
  const prefix = `${trace.recordingId}/`
  const shown = new Set(
    callsOf({ version: 1, params: [], body: node.body }).flatMap(({ from }) =>
      from.flatMap((one) => (one.startsWith(prefix) ? [one.slice(prefix.length)] : [])),
    ),
  )
  const ids = steps.filter(({ step }) => shown.has(step.stepId)).flatMap(({ command, step }) => actedOn(command, step.input))
  return [...new Set(ids.filter(({ entity }) => entity === node.entity).map(({ id }) => id))]
}

/** The step of this trace that a step of the procedure stands for. */
export function demonstrationOf(call: Call, trace: Trace, steps: readonly StepFact[]): StepFact | undefined {
  const ids = call.from.flatMap((from) => (from.startsWith(`${trace.recordingId}/`) ? [from.slice(trace.recordingId.length + 1)] : []))
  return steps.find(({ step }) => ids.includes(step.stepId))
}

/** What the parameter was, if the leaf holds it: the leaf as a whole, or the items that came or went. */
function valueIn(expr: Expr, key: string, path: string, fact: StepFact): { readonly is: Json } | undefined {
  const whole = at(fact.step.input, path)
  if (whole === undefined) return undefined
  if (expr.op === 'param') return expr.key === key ? { is: whole } : undefined
  if (expr.op === 'pick' && expr.choose.by === 'id') return valueIn(expr.choose.id, key, path, fact)
  if (expr.op !== 'add' && expr.op !== 'remove') return undefined
  const place = expr.items.findIndex((item) =>
    partsOf(item)
      .concat(item)
      .some((part) => part.op === 'param' && part.key === key),
  )
  if (place < 0) return valueIn(expr.to, key, path, fact)
  // An array put together of records one by one, or the items that came or went as one parameter.
  if (expr.to.op === 'const') {
    const one = (whole as readonly Json[])[place]
    return one === undefined ? undefined : { is: one }
  }
  const before = fact.leaves.find(({ leaf }) => leaf.path === path)?.before
  const edit = before && setEditOf(before, whole as readonly Json[])
  return edit ? { is: expr.op === 'add' ? edit.added : edit.removed } : undefined
}

/** Who showed it: as the recording says, else as a leaf says that was given as *me*. */
export function demonstratedMe(trace: Trace): string | null {
  return trace.start.me ?? trace.steps.flatMap(meIn)[0] ?? null
}

const meIn = (step: Step): readonly string[] =>
  Object.entries(step.evidence).flatMap(([path, evidence]) => {
    const value = at(step.input, path)
    return evidence.how === 'me' && typeof value === 'string' ? [value] : []
  })
