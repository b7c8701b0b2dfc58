import { describe, expect, it } from 'vitest'
import type { LiveRecording } from '../../src/teach/recording/types.ts'
import { taught, useBrowser, type Desk } from './desk.ts'
import { hosts } from './hosts.ts'
import { eventually } from './operator.ts'
import { storedCommits, storedValues } from './stored.ts'

/** Steps of recordings that are stored while they run. */
async function stepsUnderWay({ opened }: Desk): Promise<number> {
  const live = Object.entries(await storedValues(opened.page)).filter(([key]) => key.startsWith('live/'))
  return live.reduce((sum, [, stored]) => sum + (stored as { value: LiveRecording }).value.steps.length, 0)
}

describe.each(hosts)('what outlives the page, on the $host', ({ launch, open }) => {
  const browser = useBrowser(launch)

  it('a demonstration that a reload interrupts is offered, and goes on', async () => {
    await using desk = await open(browser())
    const { operator, agent, opened } = desk
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await eventually(() => stepsUnderWay(desk)).toBe(2)
    await opened.page.reload()
    await operator.ready()
    await opened.page.locator('[data-region="resume"]').waitFor()
    expect(await operator.chip.count()).toBe(0)
    await opened.page.locator('[data-action="resume"]').click()
    await operator.chip.waitFor()
    expect(await operator.chip.locator('ol > li').count()).toBe(2)
    await operator.open('T-1037')
    await operator.set('status', 'Open')
    await operator.stop()
    expect(await operator.draft.steps()).toEqual(['Take the ticket target_ticket', 'Set priority to urgent', 'Open it', 'Set status to open'])
    expect(await operator.draft.parameters()).toEqual(['target_ticket'])
    await eventually(() => stepsUnderWay(desk)).toBe(0)
    await opened.page.reload()
    await operator.ready()
    expect(await opened.page.locator('[data-region="resume"]').count()).toBe(0)
    await agent.tool('understudy_list_recordings')
    await eventually(() => agent.ask('understudy_list_recordings')).toMatchObject({ recordings: [{ steps: 4 }] })
    opened.expectClean()
  })

  it('or is let go', async () => {
    await using desk = await open(browser())
    const { operator, opened } = desk
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await eventually(() => stepsUnderWay(desk)).toBe(2)
    await opened.page.reload()
    await operator.ready()
    await opened.page.locator('[data-action="forget"]').click()
    await eventually(() => stepsUnderWay(desk)).toBe(0)
    // What it did to the ticket was the person's own work.
    expect(await operator.row('T-1037')).toMatchObject({ priority: 'urgent' })
  })

  it('gone on with, it outlives a second reload before the next step, and one that was shown while it was on offer', async () => {
    await using desk = await open(browser())
    const { operator, opened } = desk
    const { page } = opened
    const offer = page.locator('[data-region="resume"]')
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await eventually(() => stepsUnderWay(desk)).toBe(2)
    await page.reload()
    await operator.ready()
    await page.locator('[data-action="resume"]').click()
    await operator.chip.waitFor()
    await eventually(() => stepsUnderWay(desk)).toBe(2)
    await page.reload()
    await operator.ready()
    await offer.waitFor()
    await operator.demonstrate(async () => {
      await operator.set('status', 'Solved')
      // Beside what is on offer.
      await eventually(() => stepsUnderWay(desk)).toBe(3)
    })
    await offer.waitFor()
    await eventually(() => stepsUnderWay(desk)).toBe(2)
    await page.reload()
    await operator.ready()
    await offer.waitFor()
    expect(await offer.innerText()).toContain('2 steps')
    opened.expectClean()
  })

  it('two that were interrupted one after the other are both offered, the last one first', async () => {
    await using desk = await open(browser())
    const { operator, opened } = desk
    const { page } = opened
    const offer = page.locator('[data-region="resume"]')
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await operator.set('status', 'Pending')
    await page.reload()
    await operator.ready()
    await eventually(() => offer.innerText()).toContain('A recording with 3 steps')
    // What the page has to say of another recording stands in its place, and gives it back.
    await operator.teach()
    await operator.press('t')
    const refused = page.locator('[data-region="recording-refused"]')
    await refused.waitFor()
    expect(await offer.count()).toBe(0)
    await refused.getByRole('button', { name: 'Dismiss' }).click()
    await offer.waitFor()
    await operator.teach()
    await operator.set('tags', 'vip')
    await page.reload()
    await operator.ready()
    await eventually(() => offer.innerText()).toContain('A recording with 1 step ')
    await page.locator('[data-action="forget"]').click()
    await eventually(() => offer.innerText()).toContain('A recording with 3 steps')
    await page.locator('[data-action="resume"]').click()
    await operator.chip.waitFor()
    await operator.stop()
    expect(await operator.draft.parameters()).toEqual(['target_ticket'])
    await eventually(() => stepsUnderWay(desk)).toBe(0)
    expect(await offer.count()).toBe(0)
    opened.expectClean()
  })

  it('a step that is being shown again: the offer says which, and it takes the place of the step', async () => {
    await using desk = await open(browser())
    const { operator, agent, opened } = desk
    const { page } = opened
    const offer = page.locator('[data-region="resume"]')
    await taught(desk, { name: 'raise' }, async () => {
      await operator.open('T-1037')
      await operator.set('priority', 'Urgent')
    })
    const beginAnew = async (): Promise<void> => {
      await operator.press('l')
      const row = page.locator('[data-region="library"] [data-tool="raise"]')
      await row.getByRole('button').first().click()
      await row.locator('[data-action="reteach-step"]').last().click()
      await operator.chip.waitFor()
    }
    await beginAnew()
    await operator.set('priority', 'Low')
    await eventually(() => stepsUnderWay(desk)).toBe(1)
    await page.reload()
    await operator.ready()
    await eventually(() => offer.innerText()).toContain('Showing step 2 of raise again was interrupted.')
    await offer.locator('[data-action="resume"]').click()
    await operator.chip.waitFor()
    expect(await operator.chip.getAttribute('data-repairs')).toBe('raise')
    await operator.stop()
    expect(await operator.draft.steps()).toEqual(['Take the ticket target_ticket', 'Set priority to low'])
    await operator.draft.dismiss()
    // What ended, or was given up, is not offered.
    await beginAnew()
    await operator.press('Escape')
    await operator.chip.waitFor({ state: 'hidden' })
    await eventually(async () => Object.keys(await storedValues(page)).filter((key) => key.startsWith('live/'))).toEqual([])
    await page.reload()
    await operator.ready()
    await agent.tool('raise')
    expect(await offer.count()).toBe(0)
    opened.expectClean()
  })

  it('what is being typed when the page goes: the field was never left', async () => {
    await using desk = await open(browser())
    const { operator, opened } = desk
    const field = operator.draft.region.locator('[name="description"]')
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await operator.stop()
    await field.fill('Raises it')
    await eventually(async () => JSON.stringify(await storedCommits(opened.page))).toContain('Raises it')
    await field.press('End')
    await operator.type(' and says so.')
    await opened.page.reload()
    await operator.ready()
    await operator.draft.bringBack()
    expect(await field.inputValue()).toBe('Raises it and says so.')
    // Escape leaves the field, the next one the draft; what was typed stays.
    await field.click()
    await operator.type(' Always.')
    await operator.press('Escape')
    expect(await operator.draft.region.isVisible()).toBe(true)
    await operator.press('Escape')
    await operator.draft.bringBack()
    expect(await field.inputValue()).toContain(' Always.')
    opened.expectClean()
  })

  it('a draft in the making: its name and its text', async () => {
    await using desk = await open(browser())
    const { operator, opened } = desk
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await operator.stop()
    await operator.draft.fill('name', 'raise_it')
    await operator.draft.fill('description', 'Raises it.')
    await eventually(async () => JSON.stringify(await storedCommits(opened.page))).toContain('Raises it.')
    await opened.page.reload()
    await operator.ready()
    await operator.draft.bringBack()
    expect(await operator.draft.region.locator('[name="name"]').inputValue()).toBe('raise_it')
    expect(await operator.draft.region.locator('[name="description"]').inputValue()).toBe('Raises it.')
  })

  it('undo is there with the list, whatever becomes of the rest of the page', async () => {
    await using desk = await open(browser())
    const { operator, opened } = desk
    const { page } = opened
    const before = await operator.row('T-1037')
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await eventually(async () => JSON.stringify(await storedCommits(page))).toContain('urgent')
    await page.route('**/teaching*.js', (route) => route.abort())
    await page.reload()
    await operator.rowOf('T-1037').waitFor()
    await operator.press('Control+z')
    await eventually(() => operator.row('T-1037')).toEqual(before)
  })

  it('undo, who I am, and the sample tickets that come back on demand while tools stay', async () => {
    await using desk = await open(browser())
    const { operator, agent, opened } = desk
    await operator.iAm('Noor Haddad')
    await taught(desk, { name: 'raise' }, async () => {
      await operator.open('T-1037')
      await operator.set('priority', 'Urgent')
    })
    await operator.open('T-1033')
    await operator.set('status', 'Solved')
    await eventually(async () => (await storedCommits(opened.page)).at(-1)?.patches[0]).toMatchObject({ id: 'T-1033' })
    await opened.page.reload()
    await operator.ready()
    // It stays in its place, as before the reload, and is what it was made.
    expect(await operator.row('T-1033')).toMatchObject({ status: 'solved' })
    await eventually(async () => {
      await operator.press('Control+z')
      return operator.page.locator('[data-nav="open"]').innerText()
    }).toContain('30')
    await operator.open('T-1030')
    await operator.press('i')
    await eventually(() => operator.row('T-1030')).toMatchObject({ assignee: 'Noor Haddad' })

    await operator.resetTickets()
    await eventually(() => operator.row('T-1030')).toMatchObject({ assignee: '', priority: 'normal' })
    await eventually(() => operator.row('T-1037')).toMatchObject({ priority: 'high' })
    expect(await agent.ask('raise', { target_ticket: 'T-1030' })).toMatchObject({ ok: true, unchanged: 0 })
    await eventually(() => operator.row('T-1030')).toMatchObject({ priority: 'urgent' })
    opened.expectClean()
  })

  it('case P26: what a call was given is in no recording', async () => {
    await using desk = await open(browser())
    const { operator, agent, opened } = desk
    await taught(desk, { name: 'about' }, async () => {
      await operator.searchFor('stylus')
      await operator.press('Enter')
      await operator.openByKeys(0)
      await operator.set('priority', 'High')
    })
    expect(await agent.ask('about', { text: 'courier marked delivered' })).toMatchObject({ ok: true })
    const recordings = (await storedCommits(opened.page)).flatMap(({ patches }) => patches.filter(({ entity }) => entity === 'recording'))
    expect(JSON.stringify(recordings)).toContain('stylus')
    expect(JSON.stringify(recordings)).not.toContain('courier marked delivered')
  })
})
