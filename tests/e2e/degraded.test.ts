import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, inject, it } from 'vitest'
import { openDesk, taught, useBrowser } from './desk.ts'
import { openConsole, toolsInPage } from './harness.ts'
import { eventually, Operator } from './operator.ts'
import { storedCommits } from './stored.ts'

const browser = useBrowser({ webmcp: false })

/** Case W24: the name a draft of the standard used is none of our business. */
const NEVER_TOUCHED = `
  Object.defineProperty(Navigator.prototype, 'modelContext', {
    configurable: true,
    get() { console.error('navigator.modelContext was read'); throw new Error('navigator.modelContext was read') },
  })
`

/** Listens to what is registered, in order: the host's own list is sorted by name. */
const REGISTRATIONS = `
  window.registrations = []
  const host = Object.getPrototypeOf(document.modelContext)
  const { registerTool } = host
  host.registerTool = function (tool, ...rest) {
    window.registrations.push(tool.name)
    return registerTool.call(this, tool, ...rest)
  }
`

describe('without WebMCP', () => {
  it('the page says so and why, and the whole console works, without a word on the console', async () => {
    await using opened = await openConsole(browser(), { before: NEVER_TOUCHED })
    const operator = new Operator(opened.page)
    await operator.ready()
    expect(await opened.page.evaluate(() => [document.body.dataset['webmcp'], document.body.dataset['webmcpReason']])).toEqual(['degraded', 'absent'])
    expect(await opened.page.locator('nav').innerText()).toMatch(/No WebMCP[^]*Everything else works/)

    await operator.iAm('Lena Brandt')
    await operator.onlyStatus('Open')
    await operator.filter('sort', 'Oldest')
    expect((await operator.ids())[0]).toBe('T-1011')
    await operator.searchFor('dark')
    await eventually(() => operator.ids()).toEqual(['T-1011'])
    await operator.press('Enter')
    await operator.openByKeys(0)
    await operator.set('priority', 'High')
    await operator.set('status', 'Pending')
    await operator.set('assignee', 'Yuki')
    await operator.set('tags', 'billing')
    await operator.set('template', 'Ask')
    await operator.press('i')
    await eventually(() => operator.field('assignee')).toContain('Lena Brandt')
    expect(await operator.row('T-1011')).toEqual({ priority: 'high', status: 'pending', tags: ['idea', 'billing'], assignee: 'Lena Brandt', badge: '' })
    expect(await operator.reply().innerText()).toContain('Hi Kwame,')
    for (let step = 0; step < 6; step += 1) await operator.press('Control+z')
    await eventually(() => operator.row('T-1011')).toEqual({ priority: 'low', status: 'open', tags: ['idea'], assignee: '', badge: '' })
    expect(await operator.reply().count()).toBe(0)
    opened.expectClean()
  })

  it('a task is taught, approved and stored all the same, runs by hand, and waits for a host', async () => {
    await using opened = await openConsole(browser(), { before: NEVER_TOUCHED })
    const operator = new Operator(opened.page)
    await operator.ready()
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await operator.stop()
    await operator.draft.fill('name', 'raise')
    await operator.draft.publish()
    await operator.approval.approve()
    await eventually(async () => (await storedCommits(opened.page)).some(({ audit }) => audit?.type === 'approved')).toBe(true)
    await opened.page.reload()
    await operator.ready()
    await operator.open('T-1030')
    await operator.press('l')
    const tool = opened.page.locator('[data-region="library"] [data-tool="raise"]')
    await eventually(() => tool.innerText()).toContain('no agent can reach this page')
    await tool.getByRole('button').first().click()
    await tool.locator('[data-action="run"]').click()
    await eventually(() => operator.row('T-1030')).toMatchObject({ priority: 'urgent', badge: 'performed by operator via tool raise' })
    opened.expectClean()
  })

  it('switched off by the address, it says that', async () => {
    await using opened = await openConsole(browser(), { at: '/?webmcp=off' })
    await new Operator(opened.page).ready()
    expect(await opened.page.evaluate(() => document.body.dataset['webmcpReason'])).toBe('off')
    opened.expectClean()
  })
})

describe('with native WebMCP', () => {
  const native = useBrowser()

  it('case W24: boots with a clean console and never touches navigator.modelContext', async () => {
    await using opened = await openConsole(native(), { before: NEVER_TOUCHED })
    const operator = new Operator(opened.page)
    await operator.ready()
    expect(await opened.page.evaluate(() => document.body.dataset['webmcp'])).toBe('native')
    opened.expectClean()
  })

  it('case W12: the fixed tools are registered first', async () => {
    await using desk = await openDesk(native(), { before: REGISTRATIONS })
    await taught(desk, { name: 'a_first_in_the_alphabet' }, async () => {
      await desk.operator.open('T-1037')
      await desk.operator.set('priority', 'Urgent')
    })
    await desk.opened.page.reload()
    await desk.operator.ready()
    await desk.agent.tool('a_first_in_the_alphabet')
    expect(await desk.opened.page.evaluate(() => Reflect.get(window, 'registrations') as string[])).toEqual([
      'understudy_list_recordings',
      'understudy_draft_tool',
      'understudy_publish_tool',
      'a_first_in_the_alphabet',
    ])
  })

  it('framed by another origin it registers nothing and says so; the console works', async () => {
    await using opened = await openConsole(native(), { at: '/?webmcp=off' })
    const { page } = opened
    const outer = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(`<iframe src="${inject('origin')}/" allow="tools" width="1200" height="700"></iframe>`)
    })
    await new Promise<void>((listening) => outer.listen(0, '127.0.0.1', listening))
    await page.goto(`http://127.0.0.1:${(outer.address() as AddressInfo).port}/`)
    const frame = page.frameLocator('iframe')
    await frame.locator('[data-ticket-id="T-1037"]').getByRole('gridcell').nth(3).click()
    await frame.locator('[data-open-ticket="T-1037"]').waitFor()
    const body = frame.locator('body')
    expect([await body.getAttribute('data-webmcp'), await body.getAttribute('data-webmcp-reason')]).toEqual(['degraded', 'framed'])
    expect(await body.evaluate(async () => (Reflect.get(document, 'modelContext') as { getTools(): Promise<readonly unknown[]> } | undefined)?.getTools() ?? [])).toEqual([])
    expect(await toolsInPage(page)).toEqual([])
    outer.close()
  })
})
