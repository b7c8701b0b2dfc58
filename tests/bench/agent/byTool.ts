import type { Browser } from 'playwright-core'
import type { JsonObject } from '../../../src/bus/json.ts'
import { attachAgent, type ProtocolAgent, type ProtocolTool } from '../protocolAgent.ts'
import { anotherDay, judgeAt, openDesk, showJob, type Desk } from './desk.ts'
import { JOBS, type Job } from './jobs.ts'
import { Meter, tokensOf, type Outcome } from './tally.ts'

/** All jobs, each by one call of the tool it was taught as. With what it costs to know all tools of the page. */
export async function byTool(browser: Browser, origin: string): Promise<{ readonly outcomes: readonly Outcome[]; readonly library: { readonly tools: number; readonly tokens: number } }> {
  await using desk = await openDesk(browser, origin)
  const agent = await attachAgent(desk.page)
  for (const job of JOBS) await teach(desk, agent, job)
  await desk.page.locator('[data-action="settings"]').click()
  await desk.page.locator('[data-action="reset"]').click()
  await desk.page.locator('[data-action="confirm-reset"]').click()
  await desk.page.keyboard.press('Escape')
  await anotherDay(desk)
  const judge = judgeAt(desk)
  const outcomes: Outcome[] = []
  for (const job of JOBS) {
    const tool = await agent.tool((name) => name === job.name)
    const [parameter] = Object.keys(tool.inputSchema.properties ?? {})
    const input: JsonObject = parameter === undefined ? {} : { [parameter]: job.target }
    const meter = new Meter(tokensOf(definition(tool)))
    await judge.begin()
    await meter.call(tool.name, input, async () => JSON.stringify((await agent.call(tool, input)).output))
    outcomes.push(meter.outcome(job, await judge.wrong(job)))
  }
  const all = agent.tools()
  return { outcomes, library: { tools: all.length, tokens: tokensOf(all.map(definition).join('\n')) } }
}

const definition = ({ name, description, inputSchema }: ProtocolTool): string => JSON.stringify({ name, description, inputSchema })

/** Shows the job once; the agent drafts and asks, the person approves. */
async function teach(desk: Desk, agent: ProtocolAgent, job: Job): Promise<void> {
  const ask = async (name: string, input: JsonObject): Promise<JsonObject> => (await agent.call(await agent.tool((one) => one === name), input)).output
  await desk.human({ human: 'teach' })
  await showJob(desk, job)
  await desk.human({ human: 'stop' })
  await desk.human({ human: 'dismiss' })
  const { recordings } = await ask('understudy_list_recordings', {})
  const [newest] = recordings as readonly JsonObject[]
  const recordingIds = [newest?.['recordingId'] ?? '']
  const { draftId = '' } = await ask('understudy_draft_tool', { recordingIds, name: job.name, description: job.description })
  const published = ask('understudy_publish_tool', { draftId })
  await Promise.race([desk.human({ human: 'approve' }), published])
  await published
}
