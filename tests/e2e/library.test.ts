import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/bus/json.ts'
import { taught, useBrowser, type Desk } from './desk.ts'
import { openConsole } from './harness.ts'
import { hosts } from './hosts.ts'
import { eventually, Operator } from './operator.ts'
import { storedAudit } from './stored.ts'

const library = (page: Page) => page.locator('[data-region="library"]')
const tool = (page: Page, name: string) => library(page).locator(`[data-tool="${name}"]`)
const act = (page: Page, name: string, action: string) => tool(page, name).locator(`[data-action="${action}"]`)

/** Changes a stored entry of the log behind the page's back. */
const forge = (page: Page, seq: number): Promise<void> =>
  page.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      })
    const database = await done(indexedDB.open('understudy'))
    const store = database.transaction('kv', 'readwrite').objectStore('kv')
    const key = `log/${String(wanted).padStart(16, '0')}`
    const entry = (await done(store.get(key))) as { commit: object }
    await done(store.put({ ...entry, commit: { ...entry.commit, actor: 'agent' } }, key))
    database.close()
  }, seq)

async function withTool(desk: Desk, name = 'escalate'): Promise<void> {
  await taught(desk, { name, description: 'Escalates a ticket.', parameters: [{ name: 'ticket', description: 'Which.' }] }, async () => {
    await desk.operator.open('T-1037')
    await desk.operator.set('priority', 'Urgent')
    await desk.operator.set('tags', 'escalated')
  })
  // Nothing is open any more, so nothing is filled in by itself.
  await desk.operator.press('Escape')
}

describe.each(hosts)('the library, on the $host', ({ launch, open }) => {
  const browser = useBrowser(launch)

  it('is worked by keys: open, fill in, run, see what was done, take it back', async () => {
    await using desk = await open(browser())
    const { operator, opened } = desk
    const { page } = opened
    await withTool(desk)
    await operator.press('l')
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Search tools')
    await operator.press('ArrowDown')
    await operator.press('Enter')
    await act(page, 'escalate', 'run').press('Enter')
    expect(await tool(page, 'escalate').locator('[data-part="error"]').innerText()).toBe('ticket is required.')
    await operator.press('ArrowDown')
    await operator.type('T-1033')
    await operator.press('Enter')
    await act(page, 'escalate', 'run').press('Enter')
    const result = tool(page, 'escalate').locator('[data-part="result"]')
    await result.waitFor()
    expect(await result.innerText()).toContain('2 changes to 1 ticket')
    await eventually(() => operator.row('T-1033')).toMatchObject({ priority: 'urgent', badge: 'performed by operator via tool escalate' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-action'))).toBe('run')
    // With the library open, as the first walk of the README has it, and once it is closed.
    await operator.press('Control+z')
    await eventually(() => operator.row('T-1033')).toMatchObject({ priority: 'low', badge: '' })
    await eventually(() => result.innerText()).toContain('Undone')
    await operator.press('Control+Shift+z')
    await eventually(() => operator.row('T-1033')).toMatchObject({ priority: 'urgent' })
    await operator.press('Escape')
    await library(page).waitFor({ state: 'hidden' })
    await operator.press('Control+z')
    await eventually(() => operator.row('T-1033')).toMatchObject({ priority: 'low', badge: '' })
    opened.expectClean()
  })

  it('case C05: disabled is gone from the host and the ticket at once, over a reload too; revoked is gone for good', async () => {
    await using desk = await open(browser())
    const { operator, agent, opened } = desk
    const { page } = opened
    await withTool(desk)
    await operator.open('T-1033')
    await page.locator('[data-action="run-on-ticket"]').waitFor()
    await operator.press('l')
    await tool(page, 'escalate').hover()
    await act(page, 'escalate', 'disable').click()
    await agent.withoutTool('escalate')
    expect(await act(page, 'escalate', 'run').count()).toBe(0)
    expect(await page.locator('[data-action="run-on-ticket"]').count()).toBe(0)
    await page.reload()
    await operator.ready()
    await agent.tool('understudy_publish_tool')
    expect(agent.tools().map(({ name }) => name)).not.toContain('escalate')
    await page.locator('[data-action="library"]').click()
    await tool(page, 'escalate').hover()
    await act(page, 'escalate', 'enable').click()
    await agent.tool('escalate')
    await act(page, 'escalate', 'revoke').click()
    await act(page, 'escalate', 'confirm-revoke').click()
    await agent.withoutTool('escalate')
    await tool(page, 'escalate').waitFor({ state: 'detached' })
    opened.expectClean()
  })

  it('a run is undone from the history after a reload; one whose field changed since is not, with the reason', async () => {
    await using desk = await open(browser())
    const { operator, agent, opened } = desk
    const { page } = opened
    await withTool(desk)
    await agent.ask('escalate', { ticket: 'T-1033' })
    await agent.ask('escalate', { ticket: 'T-1030' })
    await operator.open('T-1030')
    await operator.set('priority', 'Low')
    await page.reload()
    await operator.ready()
    await page.locator('[data-action="library"]').click()
    await page.locator('[data-tab="runs"]').click()
    const runs = library(page).locator('[data-run-entry]')
    await eventually(() => runs.count()).toBe(2)
    for (const place of [0, 1]) await runs.nth(place).getByRole('button').first().click()
    expect(await runs.nth(0).locator('[data-part="undo-reason"]').innerText()).toContain('The priority of ticket T-1030 was changed since')
    await runs.nth(1).locator('[data-action="undo-run"]').click()
    await eventually(() => operator.row('T-1033')).toMatchObject({ priority: 'low', tags: expect.not.arrayContaining(['escalated']), badge: '' })
    expect(await operator.row('T-1030')).toMatchObject({ priority: 'low', tags: expect.arrayContaining(['escalated']) })
    opened.expectClean()
  })

  it('the audit leaves the page as JSON lines, and names the entry where its chain was broken', async () => {
    await using desk = await open(browser())
    const { operator, agent, opened } = desk
    const { page } = opened
    await withTool(desk)
    await agent.ask('escalate', { ticket: 'T-1033' })
    // Only what is stored has a hash; the answer does not wait for the last line of the run.
    await eventually(async () => (await storedAudit(page)).at(-1)).toBe('run-finished')
    await operator.press('l')
    await page.locator('[data-tab="audit"]').click()
    await library(page).locator('[data-chain="whole"]').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-action="export-audit"]').click()])
    expect(download.suggestedFilename()).toBe('understudy-audit.jsonl')
    const text = await readFile(await download.path(), 'utf8')
    const events = text.trimEnd().split('\n').map((line) => JSON.parse(line) as JsonObject)
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['recorded', 'requested', 'approved', 'registered', 'run-started']))
    expect(events.at(-1)).toMatchObject({
      type: 'run-finished',
      actor: 'agent',
      tool: 'escalate',
      run: expect.stringMatching(/^\w+$/),
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      changes: [{ id: 'T-1033', field: 'priority', from: 'low', to: 'urgent' }, { id: 'T-1033', field: 'tags' }],
    })
    await forge(page, 3)
    await page.locator('[data-action="check-audit"]').click()
    const broken = library(page).locator('[data-chain="broken"]')
    await broken.waitFor()
    expect(await broken.innerText()).toContain('Entry 3 does not match its hash.')
    opened.expectClean()
  })
})

describe('the library, without a host', () => {
  const browser = useBrowser({ webmcp: false })

  it('stores what is taught, runs it from here and on the row under the cursor', async () => {
    await using opened = await openConsole(browser(), { at: '/?webmcp=off' })
    const { page } = opened
    const operator = new Operator(page)
    await operator.ready()
    expect(await page.locator('body').getAttribute('data-webmcp')).toBe('degraded')
    expect(await page.locator('[data-action="library"]').count()).toBe(0)
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await operator.stop()
    await operator.draft.fill('name', 'escalate')
    await operator.draft.publish()
    await operator.approval.approve()
    await operator.draft.region.waitFor({ state: 'hidden' })
    await operator.press('l')
    expect(await tool(page, 'escalate').innerText()).toContain('no agent can reach this page')
    await act(page, 'escalate', 'run').click()
    await act(page, 'escalate', 'run').click()
    await tool(page, 'escalate').locator('[data-part="result"]').waitFor()
    await operator.press('Escape')
    await operator.press('Escape')
    await operator.queue.getByRole('grid').focus()
    await operator.press('Home')
    await operator.press('r')
    await operator.press('Enter')
    const [first = ''] = await operator.ids()
    await eventually(() => operator.row(first)).toMatchObject({ priority: 'urgent', badge: 'performed by operator via tool escalate' })
    await operator.toast.locator('[data-action="undo-run"]').click()
    await eventually(() => operator.row(first)).toMatchObject({ badge: '' })
    opened.expectClean()
  })
})
