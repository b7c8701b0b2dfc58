import { describe, expect, it } from 'vitest'
import { openDesk, useBrowser } from '../e2e/desk.ts'
import { eventually } from '../e2e/operator.ts'
import { storedAudit } from '../e2e/stored.ts'

const browser = useBrowser()

describe('a step shown again of a tool with two demonstrations', () => {
  it('both still count, what was answered, changed and named by hand stays, and callers go on as they did', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    const { draft } = operator
    const park = (ticketId: string, status: string) => async (): Promise<void> => {
      await operator.open(ticketId)
      await operator.set('priority', 'High')
      await operator.set('status', status)
      await operator.set('assignee', 'Yuki')
    }
    await operator.demonstrate(park('T-1035', 'Pending'))
    await operator.teach()
    await park('T-1038', 'Solved')()
    await operator.stop()
    await operator.press('Enter')
    await eventually(() => draft.heading()).toBe('Draft from 2 demonstrations')
    const answered = draft.questions.and(opened.page.locator('[data-answered="person"]'))
    await draft.questions.first().locator('[data-choice="caller"]').click()
    await answered.waitFor()
    const place = (await draft.steps()).findIndex((step) => step.startsWith('Set priority')) + 1
    await (await draft.edits(place)).getByText('Ask for the priority each time').click()
    await eventually(async () => (await draft.parameters()).length).toBe(3)
    await draft.fill('parameter', 'which')
    const names = ['which', 'new_priority', 'new_status']
    await eventually(async () => (await draft.parameters()).toSorted()).toEqual(names.toSorted())
    await draft.fill('name', 'park')
    await draft.publish()
    await operator.approval.approve()
    const { inputSchema } = await agent.tool('park')

    await operator.press('l')
    const row = opened.page.locator('[data-region="library"] [data-tool="park"]')
    await row.getByRole('button').first().click()
    await row.locator('.steps > li').filter({ hasText: 'Assign to Yuki' }).locator('[data-action="reteach-step"]').click()
    await operator.chip.waitFor()
    await operator.open('T-1034')
    await operator.set('assignee', 'Noor')
    await operator.stop()
    expect(await draft.heading()).toBe('Draft from 2 demonstrations')
    expect((await draft.steps()).toSorted()).toEqual(['Assign to Noor Haddad', 'Set priority to new_priority', 'Set status to new_status', 'Take the ticket which'])
    expect(await draft.findings('note')).toContain('Shown again, so it is always the same: the assignee')
    expect(await draft.changes()).toEqual(['Asked for each time: priority (Set priority)'])
    expect(await answered.count()).toBe(1)

    await draft.publish()
    await operator.approval.approve()
    await eventually(async () => (await storedAudit(opened.page)).filter((type) => type === 'registered')).toHaveLength(2)
    const { changed } = await agent.ask('park', { which: 'T-1028', new_priority: 'low', new_status: 'on_hold' })
    expect(changed).toEqual(expect.arrayContaining([{ ticketId: 'T-1028', field: 'assigneeId', from: 'tomasz', to: 'noor' }]))
    expect((await agent.tool('park')).inputSchema).toEqual(inputSchema)
    opened.expectClean()
  })
})
