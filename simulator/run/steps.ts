import type { FaultSwitch } from '../faults/faults.ts'
import { DEFAULT_VALUE } from '../faults/faults.ts'
import { brief, isObject, plain, type Json } from '../json.ts'
import type { Settled } from '../port.ts'
import type { CallStep, ExpectStep, HumanAction, ListStep, Step, WaitForToolStep } from '../script/types.ts'
import type { Background } from './background.ts'
import type { CallRequest, Driver } from './driver.ts'
import type { Forbidden } from './forbidden.ts'
import { mismatch } from './match.ts'
import { costOf, type Cost, type Failure } from './report.ts'
import type { RunState } from './runState.ts'
import type { Since } from './since.ts'
import { fillIn } from './template.ts'

/** What the steps of one run share. */
export interface Stage {
  readonly driver: Driver
  readonly variables: Map<string, Json>
  readonly calls: Background
  readonly look: Since
  readonly forbidden: Forbidden
  /** The run as it is in the step under way. */
  state(): RunState
}

/** What a step gave. */
export interface Taken {
  readonly failure?: Failure | null
  readonly value?: Json
  readonly input?: Cost
  readonly output?: Cost
}

/** How long an expectation or a tool may take to come true, in milliseconds. */
const PATIENCE = 10_000

/** Takes any step but a repetition. Rejects when a person's action fails or a name stands for nothing. */
export async function takeStep(step: Step, stage: Stage): Promise<Taken> {
  const { driver, variables } = stage
  if ('call' in step) return callTool(step, stage)
  if ('together' in step) return callTogether(step.together, stage)
  if ('await' in step) return awaitCall(step.await, step.expect, stage)
  if ('abort' in step) {
    stage.calls.get(step.abort).abort()
    return {}
  }
  if ('list' in step) return listTools(step, stage)
  if ('waitForTool' in step) return waitForTool(step, stage)
  if ('forbid' in step) {
    await stage.forbidden.add(fillIn(plain(step.forbid), variables) as typeof step.forbid, driver)
    return {}
  }
  if ('human' in step) {
    const action = fillIn(plain(step), variables) as unknown as HumanAction
    if (action.human === 'wait') {
      await driver.wait(action.ms)
      return {}
    }
    if (action.human === 'reload') {
      await driver.reload(stage.state)
      return {}
    }
    const value = await driver.human(action)
    if (action.human !== 'export') return {}
    if (action.as !== undefined) variables.set(action.as, value)
    return { value }
  }
  if ('let' in step) {
    for (const [name, value] of Object.entries(step.let)) variables.set(name, fillIn(value, variables))
    return {}
  }
  if ('fault' in step) {
    const to: FaultSwitch = { on: step.on, value: step.value ?? DEFAULT_VALUE[step.fault] }
    await driver.fault(step.fault, to)
    return {}
  }
  if ('repeat' in step) throw new Error('Repetitions are unrolled by the runner.')
  return expectOf(step, stage)
}

async function callTool(step: CallStep, stage: Stage): Promise<Taken> {
  const { driver } = stage
  const request = requestOf(step, stage)
  const forbidden = stage.forbidden.call(request.name)
  if (forbidden) return { failure: forbidden }
  const input = costOf(JSON.stringify(request.input), driver.tokens)
  const [call] = await driver.start([request])
  if (!call) throw new Error('The call did not begin.')
  if (step.abortAfter !== undefined) void driver.wait(step.abortAfter).then(call.abort)
  if (step.background && step.as !== undefined) {
    stage.calls.add(step.as, call)
    return { input }
  }
  return { input, ...settled(await call.done, step.expect, step.as, stage) }
}

const requestOf = (step: CallStep, { variables }: Stage): CallRequest => ({
  name: fillIn(step.call, variables) as string,
  input: fillIn(step.input ?? {}, variables),
})

async function callTogether(steps: readonly CallStep[], stage: Stage): Promise<Taken> {
  const requests = steps.map((step) => requestOf(step, stage))
  const forbidden = requests.map((request) => stage.forbidden.call(request.name)).find((found) => found !== null)
  if (forbidden) return { failure: forbidden }
  const calls = await stage.driver.start(requests)
  const answers = await Promise.all(calls.map((call) => call.done))
  const taken = answers.map((answer, place) => settled(answer, steps[place]?.expect, steps[place]?.as, stage))
  const place = taken.findIndex((one) => one.failure)
  const failure = taken[place]?.failure
  const text = (all: readonly unknown[]): string => all.map((one) => JSON.stringify(one)).join('')
  return {
    value: taken.map((one) => one.value ?? null),
    input: costOf(text(requests.map((request) => request.input)), stage.driver.tokens),
    output: costOf(text(taken.map((one) => one.value)), stage.driver.tokens),
    failure: failure ? { path: `together[${place}]${failure.path}`, message: failure.message } : null,
  }
}

async function awaitCall(name: string, expect: Json | undefined, stage: Stage): Promise<Taken> {
  const answer = await stage.calls.get(name).done
  stage.calls.delete(name)
  return settled(answer, expect, name, stage)
}

/** Without an expectation an answer must not be a failure. */
function settled(answer: Settled, expect: Json | undefined, as: string | undefined, stage: Stage): Taken {
  const value: Json = 'value' in answer ? answer.value : { rejected: answer.rejected.name, message: answer.rejected.message }
  if (as !== undefined) stage.variables.set(as, value)
  const output = costOf(JSON.stringify(value), stage.driver.tokens)
  if (expect !== undefined) return { value, output, failure: mismatch(value, fillIn(expect, stage.variables)) }
  const failed = 'rejected' in answer || (isObject(value) && value.ok === false)
  return { value, output, failure: failed ? { path: '', message: `the call failed: ${brief(value, 400)}` } : null }
}

async function listTools({ list, as }: ListStep, { driver, variables }: Stage): Promise<Taken> {
  const tools = await driver.list()
  const value = plain(tools)
  if (as !== undefined) variables.set(as, value)
  const names = tools.map((tool) => tool.name)
  const { includes = [], excludes = [], count } = fillIn(plain(list), variables) as unknown as ListStep['list']
  const missing = includes.filter((name) => !names.includes(name))
  const extra = excludes.filter((name) => names.includes(name))
  const wrong = [
    ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : []),
    ...(extra.length > 0 ? [`with ${extra.join(', ')}`] : []),
    ...(count !== undefined && count !== names.length ? [`of ${names.length} tools instead of ${count}`] : []),
  ]
  const failure = wrong.length > 0 ? { path: '', message: `a list ${wrong.join(' and ')}: ${names.join(', ')}` } : null
  return { value, failure, output: costOf(JSON.stringify(tools.map(definition)), driver.tokens) }
}

const definition = ({ name, description, inputSchema }: { name: string; description: string; inputSchema: Json }) => ({ name, description, inputSchema })

async function waitForTool(step: WaitForToolStep, stage: Stage): Promise<Taken> {
  const name = fillIn(step.waitForTool, stage.variables) as string
  const there = async (): Promise<boolean> => (await stage.driver.list()).some((tool) => tool.name === name)
  const ok = await eventually(stage.driver, step.within, async () => (await there()) !== (step.gone === true))
  return { failure: ok ? null : { path: '', message: step.gone ? `${name} is still listed` : `${name} is not listed` } }
}

async function expectOf(step: ExpectStep, stage: Stage): Promise<Taken> {
  const expected = fillIn(step.expect, stage.variables)
  const { of } = step
  if (of !== 'journal' && of !== 'audit' && of !== 'page' && of !== 'tools') {
    return { failure: mismatch(fillIn(of, stage.variables), expected) }
  }
  let failure: Failure | null = null
  await eventually(stage.driver, step.within, async () => {
    failure = mismatch(await lookAt(of, stage), expected)
    return failure === null
  })
  return { failure }
}

async function lookAt(what: 'journal' | 'audit' | 'page' | 'tools', { driver, look }: Stage): Promise<Json> {
  if (what === 'tools') return (await driver.list()).map((tool) => tool.name)
  const now = await driver.evidence()
  return what === 'page' ? now.page : look(now)[what]
}

/** Looks again and again until it holds. @returns false when it did not in time */
async function eventually(driver: Driver, patience = PATIENCE, holds: () => Promise<boolean>): Promise<boolean> {
  const end = driver.now() + patience
  for (;;) {
    if (await holds()) return true
    if (driver.now() >= end) return false
    await driver.rest(50)
  }
}
