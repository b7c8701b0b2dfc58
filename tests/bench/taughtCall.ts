import type { Browser, Page } from 'playwright-core'
import type { JsonObject } from '../../src/bus/json.ts'
import { figure, inTurn, spreadOf, type Figure } from './measure.ts'
import { attachAgent, type ProtocolTool } from './protocolAgent.ts'

const ROUNDS = { rounds: 100, warmUp: 20 }
/** The ticket and one value a write. */
const PARAMETERS = 5
const TICKETS = ['T-1034', 'T-1030', 'T-1028'] as const

/** Longer than a page takes to draw what a call did, in milliseconds. */
const REST = 50

/**
 * A taught tool of five steps, called over the DevTools protocol in the browser's own WebMCP: four writes, stored,
 * the person told. Against a tool of the bare page that changes and stores as much without any of it. Each call comes
 * to a page at rest, since agents take longer from an answer to the next call than a page takes to draw; what drawing
 * costs is counted by itself.
 */
export async function measureCall(browser: Browser, app: string, bare: string): Promise<readonly Figure[]> {
  await using desk = await openPage(browser, app)
  await using other = await openPage(browser, bare)
  await desk.page.bringToFront()
  await teachFiveSteps(desk.page)
  const agent = await attachAgent(desk.page)
  const tool = await agent.tool((name) => !name.startsWith('understudy_'))
  const bareAgent = await attachAgent(other.page)
  const change = await bareAgent.tool((name) => name === 'bare_change')
  const nothing = await bareAgent.tool((name) => name === 'bare_nothing')

  const ours = async (round: number): Promise<number> => {
    await atRest()
    const { ms, output } = await agent.call(tool, argumentsOf(tool, round))
    if (round >= TICKETS.length && (output['changed'] as readonly unknown[]).length !== 4) throw new Error(`It did not write: ${JSON.stringify(output)}`)
    return ms
  }
  const bareCall = async (called: ProtocolTool, input: JsonObject): Promise<number> => {
    await atRest()
    return (await bareAgent.call(called, input)).ms
  }
  await agent.startClock()
  const [calls = [], changes = [], idle = []] = await inTurn(
    [
      ours,
      (round) => bareCall(change, { ticketId: 'T-1010', priority: `${round}`, status: `${round}`, reply: `${round}` }),
      () => bareCall(nothing, {}),
    ],
    ROUNDS,
  )
  const processor = (await agent.processorMs()) / (ROUNDS.rounds + ROUNDS.warmUp)
  return [
    figure('taught call of five steps, native', 'ms', calls, { name: 'bare tool that changes and stores', values: changes }, { most: 5 }),
    figure('the same', 'ms', calls, { name: 'bare tool that does nothing', values: idle }),
    // Counts what the page does, however long it waits for a core.
    { name: 'processor time of the page a call, drawing included', unit: 'ms', ours: spreadOf([processor]) },
  ]
}

const atRest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST))

async function openPage(browser: Browser, origin: string): Promise<{ readonly page: Page } & AsyncDisposable> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(`${origin}/`)
  await page.locator('[data-ticket-id]').first().waitFor()
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

/** Shows the task by keys and clicks, leaves every value to the caller, and approves it. */
async function teachFiveSteps(page: Page): Promise<void> {
  const { keyboard } = page
  const picker = page.locator('[popover]').filter({ has: page.getByRole('listbox') })
  const choose = async (key: string, letters: string): Promise<void> => {
    await keyboard.press(key)
    await picker.getByRole('searchbox').waitFor()
    await keyboard.type(letters)
    await picker.locator('[data-active]').filter({ hasText: letters }).waitFor()
    await keyboard.press('Enter')
    await picker.waitFor({ state: 'hidden' })
  }
  await page.locator('[data-action="teach"]').click()
  await page.locator('[data-region="recording"]').waitFor()
  await page.locator('[data-ticket-id="T-1037"]').getByRole('gridcell').nth(3).click()
  await page.locator('[data-open-ticket="T-1037"]').waitFor()
  await choose('p', 'Urgent')
  await choose('s', 'Pending')
  await choose('a', 'Jonas')
  await choose('m', 'Duplicate')
  await page.locator('[data-action="teach"]').click()
  const draft = page.locator('[data-region="draft"]')
  await draft.waitFor()
  // Which assignee and which template are the caller's by themselves; a priority and a status stay as shown.
  for (const field of ['priority', 'status']) {
    await draft.getByRole('button', { name: `Set ${field}` }).click()
    await page.locator(`[data-parameterise="${field}"]`).click()
  }
  await draft.locator('[data-parameter]').nth(PARAMETERS - 1).waitFor()
  await draft.locator('[data-action="publish"]').click()
  await page.locator('[data-action="approve"]').click()
}

/** Other arguments each round: the ticket by threes, every value in turn, so that each of the four writes changes something. */
function argumentsOf({ inputSchema }: ProtocolTool, round: number): JsonObject {
  const turn = Math.floor(round / TICKETS.length) % 2
  const values: Readonly<Record<string, readonly string[]>> = {
    priority: ['low', 'urgent'],
    status: ['pending', 'open'],
    assignee: ['amara', 'lena'],
    template: ['refund-sent', 'ask-details'],
  }
  return Object.fromEntries(
    Object.keys(inputSchema.properties ?? {}).map((name) => {
      const kind = Object.keys(values).find((one) => name.includes(one))
      return [name, kind ? (values[kind]?.[turn] ?? '') : (TICKETS[round % TICKETS.length] ?? '')]
    }),
  )
}
