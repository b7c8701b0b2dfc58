import { describe, expect, it } from 'vitest'
import { openDesk, useBrowser } from './desk.ts'
import { eventually, type Operator } from './operator.ts'

const browser = useBrowser()

const raiseOldest = (operator: Operator): Promise<void> =>
  operator.demonstrate(async () => {
    await operator.onlyStatus('Pending')
    await operator.filter('sort', 'Oldest')
    await operator.openByKeys(0)
    await operator.set('priority', 'Urgent')
  })

describe('what may differ the next time', () => {
  it('a value shown once stays as shown, unless a key gives it to the caller; then an agent says which', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await raiseOldest(operator)
    const { draft } = operator
    await draft.bringBack()
    expect(await draft.parameters()).toEqual([])
    expect(await draft.choices()).toEqual(['urgent, always', 'The caller says the priority'])
    expect(await draft.publishButton.isEnabled()).toBe(true)
    await operator.press('2')
    await eventually(() => draft.parameters()).toEqual(['new_priority'])
    // The next key is for the next question.
    await operator.press('1')
    await eventually(() => draft.questions.nth(1).locator('[aria-pressed="true"]').innerText()).toContain('pending')
    await draft.publish()
    await operator.approval.approve()
    const { inputSchema } = await agent.tool('set_priority')
    expect(inputSchema).toMatchObject({ properties: { new_priority: { enum: ['low', 'normal', 'high', 'urgent'] } }, required: ['new_priority'] })
    const { changed } = await agent.ask('set_priority', { new_priority: 'high' })
    expect(changed).toMatchObject([{ field: 'priority', to: 'high' }])
    opened.expectClean()
  })

  it.each([360, 1024])('an answer moves nothing under the pointer: a second press answers the same (%d px)', async (width) => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width, height: 760 } } })
    const { operator, opened } = desk
    const { page } = opened
    await raiseOldest(operator)
    const { draft } = operator
    await draft.bringBack()
    const asked = await draft.questions.evaluateAll((all) => all.map((one) => one.getAttribute('data-question')))
    expect(asked.length).toBeGreaterThan(1)
    // The last first: what was answered last is not put before what is still open.
    for (const id of asked.toReversed()) {
      const question = draft.region.locator(`[data-question="${id ?? ''}"]`)
      for (const place of [1, 0]) {
        const choice = question.locator('[data-choice]').nth(place)
        await choice.scrollIntoViewIfNeeded()
        const before = await choice.boundingBox()
        await choice.click()
        await eventually(() => choice.getAttribute('aria-pressed')).toBe('true')
        expect(await choice.boundingBox()).toEqual(before)
        await page.mouse.down()
        await page.mouse.up()
        expect(await choice.getAttribute('aria-pressed')).toBe('true')
        expect(await draft.questions.evaluateAll((all) => all.map((one) => one.getAttribute('data-question')))).toEqual(expect.arrayContaining(asked))
      }
    }
    const now = await draft.questions.evaluateAll((all) => all.map((one) => one.getAttribute('data-question')))
    expect(now.slice(0, asked.length)).toEqual(asked)
    opened.expectClean()
  })

  it('what it is called stands in its heading as it is typed', async () => {
    await using desk = await openDesk(browser())
    const { operator } = desk
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await operator.stop()
    const name = operator.draft.region.locator('[data-part="name"]')
    expect(await name.innerText()).toBe('set_priority')
    await operator.draft.region.locator('[name="name"]').click()
    await operator.press('Control+a')
    await operator.type('raise')
    await eventually(() => name.innerText()).toBe('raise')
  })

  it('words read in an open ticket and looked for are copied from whichever ticket is open then, once a person says so', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await operator.demonstrate(async () => {
      await operator.open('T-1030')
      await operator.searchFor('Dieter Kranz')
      await operator.filter('sort', 'Oldest')
      await operator.openByKeys(0)
      await operator.set('tags', 'escalation')
    })
    const { draft } = operator
    await draft.bringBack()
    expect(await draft.parameters()).toEqual(['text'])
    const [copied] = await draft.choices()
    expect(copied).not.toContain('Dieter')
    await operator.press('1')
    await eventually(() => draft.parameters()).toEqual(['source_ticket'])
    expect(await draft.steps()).toContain('Filter to new, open, pending or on hold, with the text the requester of source_ticket, oldest first')
    await draft.publish()
    await operator.approval.approve()
    expect(await agent.ask('add_tags', { source_ticket: 'T-1037' })).toMatchObject({ ok: true, changed: [{ ticketId: 'T-1031', field: 'tags' }] })
    opened.expectClean()
  })
})
