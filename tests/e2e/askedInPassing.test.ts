import { describe, expect, it } from 'vitest'
import { openDesk, useBrowser } from './desk.ts'
import { eventually } from './operator.ts'

const browser = useBrowser()

describe('what may differ the next time', () => {
  it('a value shown once stays as shown, unless a key gives it to the caller; then an agent says which', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await operator.demonstrate(async () => {
      await operator.onlyStatus('Pending')
      await operator.filter('sort', 'Oldest')
      await operator.openByKeys(0)
      await operator.set('priority', 'Urgent')
    })
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
