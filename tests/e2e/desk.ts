import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { JsonObject } from '../../src/bus/json.ts'
import { launch, openConsole, type LaunchOptions, type OpenConsole, type OpenOptions } from './harness.ts'
import type { AgentTool } from './harnessAgent.ts'
import type { AnyAgent } from './harnessBridge.ts'
import { Operator } from './operator.ts'

/** One browser for all tests of a file; each opens a context of its own. @returns the browser, once tests run */
export function useBrowser(options: LaunchOptions = { webmcp: true }): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launch(options)
  })
  afterAll(() => browser?.close())
  return () => {
    if (!browser) throw new Error('The browser is there only while tests run.')
    return browser
  }
}

/** A person and an agent at one page. */
export interface Desk extends AsyncDisposable {
  readonly opened: OpenConsole
  readonly operator: Operator
  readonly agent: AnyAgent
}

/** Opens the console in a browser with WebMCP, with an agent attached. */
export async function openDesk(browser: Browser, options: OpenOptions = {}): Promise<Desk> {
  const opened = await openConsole(browser, options)
  const operator = new Operator(opened.page)
  const agent = await opened.agent()
  await operator.ready()
  await agent.tool('understudy_publish_tool')
  return { opened, operator, agent, [Symbol.asyncDispose]: () => opened.close() }
}

export interface Naming {
  readonly name: string
  readonly description?: string
  /** What the parameters are called, in order, with the text that explains each. */
  readonly parameters?: readonly { readonly name: string; readonly description: string }[]
}

/** The agent lists what was demonstrated, looks at the newest and drafts a tool from it. @returns the draft's id and the whole answer */
export async function draftNewest(
  agent: AnyAgent,
  { name, description = `What ${name} is for.`, parameters = [] }: Naming,
): Promise<{ readonly draftId: string; readonly answer: JsonObject }> {
  const { recordings } = await agent.ask('understudy_list_recordings')
  const recordingId = (recordings as readonly JsonObject[])[0]?.recordingId as string
  const full = await agent.ask('understudy_list_recordings', { recordingId })
  const keys = ((full.parameters ?? []) as readonly JsonObject[]).map((parameter) => parameter.key as string)
  const named = Object.fromEntries(parameters.map((parameter, place) => [keys[place] ?? '', { ...parameter }]))
  const answer = await agent.ask('understudy_draft_tool', { recordingIds: [recordingId], name, description, parameters: named })
  expect(answer).toMatchObject({ ok: true })
  return { draftId: answer.draftId as string, answer }
}

/** From the newest demonstration to a live tool: the agent drafts and asks, the person approves by a click. */
export async function publishNewest({ agent, operator }: Desk, naming: Naming): Promise<AgentTool> {
  const { draftId } = await draftNewest(agent, naming)
  const asked = await agent.start('understudy_publish_tool', { draftId })
  // Refused at once, it never comes before the person.
  const refused = asked.done.then(({ output }) => expect(output).toMatchObject({ ok: true }))
  await Promise.race([operator.approval.approve(), refused])
  expect((await asked.done).output).toMatchObject({ ok: true, status: 'published', tool: { name: naming.name } })
  return agent.tool(naming.name)
}

/** Teaches a task and has it published. */
export async function taught(desk: Desk, naming: Naming, task: () => Promise<void>): Promise<AgentTool> {
  await desk.operator.demonstrate(task)
  return publishNewest(desk, naming)
}
