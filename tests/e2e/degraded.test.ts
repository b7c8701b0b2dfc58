import { describe, expect, it } from 'vitest'
import { useBrowser } from './desk.ts'
import { openConsole } from './harness.ts'
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

describe('without WebMCP', () => {
  it('the page says so and why, and the whole console works, without a word on the console', async () => {
    await using opened = await openConsole(browser(), { before: NEVER_TOUCHED })
    const operator = new Operator(opened.page)
    await operator.ready()
    const { webmcp, webmcpReason } = await opened.page.evaluate(() => ({ ...document.body.dataset }))
    expect({ webmcp, webmcpReason }).toEqual({ webmcp: 'degraded', webmcpReason: 'absent' })
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
    await eventually(() => tool.innerText()).toContain('stored')
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
    // Case W12: the fixed tools come first.
    const agent = await opened.agent()
    await agent.tool('understudy_publish_tool')
    expect(agent.tools().map((tool) => tool.name)).toEqual(['understudy_draft_tool', 'understudy_list_recordings', 'understudy_publish_tool'])
    opened.expectClean()
  })
})
