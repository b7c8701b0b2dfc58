import { describe, expect, it } from 'vitest'
import { openDesk, useBrowser, type Desk } from './desk.ts'
import { eventually } from './operator.ts'

const browser = useBrowser()

/** Shows a task, and leaves the draft that comes of it on show. */
async function show({ operator }: Desk, task: () => Promise<void>): Promise<void> {
  await operator.teach()
  await task()
  await operator.stop()
}

const setBoth = ({ operator }: Desk, ticketId: string, priority: string, status: string) => async (): Promise<void> => {
  await operator.open(ticketId)
  await operator.set('priority', priority)
  await operator.set('status', status)
}

describe('a task shown more than once', () => {
  it('case P05: twice, joined by a key: what differed is asked for, what agreed stays and is not in the schema; the tool does it on a third ticket', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await operator.demonstrate(setBoth(desk, 'T-1035', 'High', 'Pending'))
    await show(desk, setBoth(desk, 'T-1038', 'High', 'Solved'))
    expect(await operator.draft.offer.innerText()).toContain('another example of set_priority_and_status.')
    await operator.press('Enter')
    await eventually(() => operator.draft.heading()).toBe('Draft from 2 demonstrations')
    expect(await operator.draft.steps()).toEqual(['Take the ticket target_ticket', 'Set priority to high', 'Set status to new_status'])
    expect(await operator.draft.parameters()).toEqual(['target_ticket', 'new_status'])
    expect(await operator.draft.findings('note')).toContain('Shown twice, so it is always the same: the priority')
    expect(await operator.draft.alarms()).toEqual([])

    await operator.draft.publish()
    await operator.approval.approve()
    const tool = await agent.tool('set_priority_and_status')
    expect(tool.inputSchema).toMatchObject({ required: ['target_ticket', 'new_status'] })
    expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual(['target_ticket', 'new_status'])
    expect((await agent.ask(tool.name, { target_ticket: 'T-1028', new_status: 'on_hold' })).changed).toEqual([
      { ticketId: 'T-1028', field: 'priority', from: 'low', to: 'high' },
      { ticketId: 'T-1028', field: 'status', from: 'open', to: 'on_hold' },
    ])
    await eventually(() => operator.row('T-1028')).toMatchObject({ priority: 'high', status: 'on hold' })
    opened.expectClean()
  })

  it('kept apart by a key, or with nothing said, each stays a draft of its own; case P06: what shows another task is refused with the reason', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    const drafts = opened.page.locator('[data-action="drafts"]')
    await operator.demonstrate(setBoth(desk, 'T-1035', 'High', 'Pending'))
    await show(desk, setBoth(desk, 'T-1038', 'High', 'Solved'))
    await operator.draft.offer.waitFor()
    await operator.press('n')
    await operator.draft.offer.waitFor({ state: 'hidden' })
    expect(await operator.draft.heading()).toBe('Draft from 1 demonstration')
    await operator.draft.dismiss()
    expect(await drafts.innerText()).toBe('2 drafts')

    await show(desk, setBoth(desk, 'T-1034', 'Low', 'Solved'))
    await operator.draft.offer.waitFor()
    await operator.draft.dismiss()
    expect(await drafts.innerText()).toBe('3 drafts')

    await show(desk, async () => {
      await operator.open('T-1033')
      await operator.set('tags', 'answered')
    })
    expect(await operator.draft.offer.count()).toBe(0)
    await operator.draft.joinTo('set_priority_and_status')
    await eventually(() => operator.draft.problem.innerText()).toContain('they show different tasks. Make a tool of each. Both drafts are kept as they are.')
    expect(await operator.draft.steps()).toEqual(['Take the ticket target_ticket', 'Add tag answered'])
    await operator.draft.publish()
    await operator.approval.approve()
    await agent.tool('add_tags')
    expect(await drafts.innerText()).toBe('3 drafts')
  })

  it('joined by mistake, it is taken apart again: each is the draft it was, what is left and what went can both be published, or joined anew', async () => {
    await using desk = await openDesk(browser())
    const { operator, opened } = desk
    const { page } = opened
    const parts = operator.draft.region.locator('[data-part="demonstrations"]')
    await operator.demonstrate(setBoth(desk, 'T-1035', 'High', 'Pending'))
    await show(desk, setBoth(desk, 'T-1038', 'Low', 'Solved'))
    expect(await parts.count()).toBe(0)
    await operator.draft.fill('name', 'close_it')
    await operator.draft.region.focus()
    await operator.press('Enter')
    await eventually(() => operator.draft.heading()).toBe('Draft from 2 demonstrations')
    expect(await operator.draft.parameters()).toEqual(['target_ticket', 'new_priority', 'new_status'])

    await parts.locator('[data-action="take-apart"]').last().click()
    await eventually(() => operator.draft.heading()).toBe('Draft from 1 demonstration')
    expect(await operator.draft.steps()).toEqual(['Take the ticket target_ticket', 'Set priority to high', 'Set status to pending'])
    expect(await parts.count()).toBe(0)
    expect(await operator.draft.region.evaluate((panel) => panel === document.activeElement)).toBe(true)
    expect(await operator.notice.innerText()).toContain('That demonstration is a draft of its own now: close_it.')
    const left = await operator.draft.region.locator('[name="name"]').inputValue()
    await operator.notice.getByRole('button', { name: 'Open it' }).click()
    await eventually(() => operator.draft.steps()).toEqual(['Take the ticket target_ticket', 'Set priority to low', 'Set status to solved'])
    expect(await operator.draft.region.locator('[name="name"]').inputValue()).toBe('close_it')
    expect(await operator.draft.publishButton.isEnabled()).toBe(true)

    // Who took them apart is not asked to join them; by hand they still can be.
    await operator.draft.region.locator('[data-action="join-other"]').waitFor()
    expect(await operator.draft.offer.count()).toBe(0)
    await operator.draft.joinTo(left)
    await eventually(() => operator.draft.heading()).toBe('Draft from 2 demonstrations')
    await operator.draft.dismiss()
    await page.reload()
    await operator.ready()
    await operator.draft.bringBack()
    expect(await parts.locator('[data-recording]').count()).toBe(2)
    opened.expectClean()
  })

  it('three times, one step only sometimes: the person says when, and the tool does it on one side and leaves it on the other', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    const park = (ticketId: string, escalate: boolean) => async (): Promise<void> => {
      await operator.open(ticketId)
      await operator.set('status', 'Pending')
      if (escalate) await operator.set('tags', 'escalated')
    }
    await operator.demonstrate(park('T-1035', false))
    for (const urgent of ['T-1039', 'T-1036']) {
      await show(desk, park(urgent, true))
      await operator.draft.joinTo('set_status')
      await eventually(() => operator.draft.heading()).toContain(urgent === 'T-1039' ? '2 demonstrations' : '3 demonstrations')
    }
    // Nobody has said when: it cannot be published, and says why.
    expect((await operator.draft.findings('block')).join()).toContain('done only sometimes')
    const choices = await operator.draft.choices()
    expect(choices.length).toBeGreaterThan(2)
    await operator.press(String(choices.indexOf('its priority is urgent') + 1))
    await eventually(() => operator.draft.findings('block')).toEqual([])
    expect(await operator.draft.steps()).toEqual([
      'Take the ticket target_ticket',
      expect.stringMatching(/^If .*priority is urgent/) as string,
      'Add tag escalated',
      'Set status to pending',
    ])
    await operator.draft.publish()
    await operator.approval.approve()
    await agent.tool('set_status')
    expect((await agent.ask('set_status', { target_ticket: 'T-1031' })).changed).toEqual([
      { ticketId: 'T-1031', field: 'tags', untrusted: { from: ['billing', 'vip'], to: ['billing', 'vip', 'escalated'] } },
      { ticketId: 'T-1031', field: 'status', from: 'open', to: 'pending' },
    ])
    expect((await agent.ask('set_status', { target_ticket: 'T-1030' })).changed).toEqual([{ ticketId: 'T-1030', field: 'status', from: 'open', to: 'pending' }])
    await eventually(() => operator.row('T-1031')).toMatchObject({ status: 'pending', tags: ['billing', 'vip', 'escalated'] })
    opened.expectClean()
  })
})
