import type { Command } from '../../bus/command.ts'
import type { JsonObject } from '../../bus/json.ts'
import { fail, ok, type Problem, type Result } from '../../bus/results.ts'
import { leafAt, meaningOf, withLeaf } from '../../bus/schema.ts'
import { evaluate, type Scope } from './evaluate.ts'
import { fieldLabel } from '../words/labels.ts'
import type { Call, Procedure } from './types.ts'

/**
 * The input of a step. A leaf whose expression has no value is left out.
 * @returns the problem of an expression, or that a leaf the command cannot do without has no value
 */
export function inputOf(call: Call, command: Command, scope: Scope, procedure: Procedure): Result<JsonObject> {
  let input: JsonObject = {}
  for (const [path, expr] of Object.entries(call.args)) {
    const value = evaluate(expr, scope)
    if (!value.ok) return value
    if (value.value !== undefined) {
      input = withLeaf(input, path, value.value)
      continue
    }
    const leaf = leafAt(command.input, path)
    if (!leaf?.required) continue
    const param = expr.op === 'param' ? procedure.params.find(({ key }) => key === expr.key) : undefined
    if (param) return fail('INVALID_INPUT', `${param.name} is required.`, { path: param.name })
    return fail('GUARD_UNMET', `There is no ${fieldLabel(path, meaningOf(leaf.schema))} to use here.`)
  }
  return ok(input)
}

/**
 * A command's refusal as the run tells it. An input the command does not take is the caller's mistake
 * only where the value came from the caller, and then it is told by the parameter's name.
 */
export function refusedInput(problem: Problem, call: Call, procedure: Procedure): Problem {
  const { path } = problem
  const expr = path === undefined || !Object.hasOwn(call.args, path) ? undefined : call.args[path]
  const param = expr?.op === 'param' ? procedure.params.find(({ key }) => key === expr.key) : undefined
  if (param && path !== undefined) {
    const message = problem.message.startsWith(`${path} `) ? param.name + problem.message.slice(path.length) : problem.message
    return { ...problem, message, path: param.name }
  }
  const { path: _path, ...rest } = problem
  return problem.code === 'INVALID_INPUT' ? { ...rest, code: 'STEP_FAILED' } : rest
}
