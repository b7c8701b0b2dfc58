import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { taught, useBrowser } from './desk.ts'
import { openBridgeDesk } from './hosts.ts'
import { eventually } from './operator.ts'

const browser = useBrowser({ webmcp: false })

/** The client of `bridgeClient.ts` with its libraries as one script that leaves `inPage` behind. */
async function clientScript(): Promise<string> {
  const entry = path.join(import.meta.dirname, 'bridgeClient.ts')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'inPage' } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const { output } = first as Rolldown.RolldownOutput
  return `${output[0].code};globalThis.inPage = inPage`
}

describe('a client in the page, over the transport extensions use', () => {
  it('finds the tools, calls one, and breaks no policy', async () => {
    await using desk = await openBridgeDesk(browser())
    await taught(desk, { name: 'raise' }, async () => {
      await desk.operator.open('T-1037')
      await desk.operator.set('priority', 'Urgent')
    })
    const { page } = desk.opened
    await page.evaluate(`globalThis.__zod_globalConfig = { jitless: true };${await clientScript()}`)
    const { tools, answer } = await page.evaluate(async () => {
      const { callTool } = Reflect.get(globalThis, 'inPage') as typeof import('./bridgeClient.ts')
      return callTool('raise', { target_ticket: 'T-1033' })
    })
    expect(tools).toEqual(['raise', 'understudy_draft_tool', 'understudy_list_recordings', 'understudy_publish_tool'])
    expect(answer).toMatchObject({ ok: true, changed: [{ ticketId: 'T-1033', field: 'priority', from: 'low', to: 'urgent' }] })
    await eventually(() => page.locator('[data-part="bridge"]').innerText()).toContain('In the page')
    desk.opened.expectClean()
  })
})
