import type { Browser } from 'playwright-core'
import type { Desk } from './desk.ts'
import { openConsole, type OpenOptions } from './harness.ts'
import { BridgeAgent } from './harnessBridge.ts'
import { openDesk } from './desk.ts'
import { Operator } from './operator.ts'

/** Where a page can have its tools: each with the browser it takes and how the page is opened there. */
export const hosts = [
  { host: 'native', launch: { webmcp: true }, open: openDesk },
  { host: 'bridge', launch: { webmcp: false }, open: openBridgeDesk },
] as const

/** The person lets agents in through the bridge, as the page offers it; the page is loaded anew. */
export async function allowBridge(operator: Operator): Promise<void> {
  const { page } = operator
  await operator.ready()
  await page.locator('[data-action="bridge-on"]').click()
  await page.locator('body[data-webmcp="bridge"]').waitFor()
  await operator.ready()
}

/** Opens the console in a browser without WebMCP, lets agents in through the bridge, and attaches one. */
export async function openBridgeDesk(browser: Browser, options: OpenOptions = {}): Promise<Desk> {
  const opened = await openConsole(browser, options)
  const operator = new Operator(opened.page)
  await allowBridge(operator)
  const agent = await BridgeAgent.attach(opened.page)
  await agent.tool('understudy_publish_tool')
  return { opened, operator, agent, [Symbol.asyncDispose]: () => opened.close() }
}
