import { describe, expect, it } from 'vitest'
import { draftNewest, openDesk, useBrowser, type Desk } from './desk.ts'
import { eventually } from './operator.ts'

const browser = useBrowser()

/** An agent asks to publish what was just shown, and the page is reloaded before anybody answers. */
async function interrupted({ operator, agent, opened }: Desk): Promise<string> {
  await operator.demonstrate(async () => {
    await operator.openByKeys(3)
    await operator.set('priority', 'Urgent')
  })
  const { draftId } = await draftNewest(agent, { name: 'raise' })
  const asked = await agent.start('understudy_publish_tool', { draftId })
  await operator.approval.region.waitFor()
  await opened.page.reload()
  await operator.ready()
  expect((await asked.done).status).toBe('Gone')
  return draftId
}

describe('a request to publish whose page was reloaded', () => {
  it('is offered again, without taking the focus; looked at and approved it is live', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await interrupted(desk)
    const left = opened.page.locator('[data-region="approval-left"]')
    await left.waitFor()
    expect(await left.innerText()).toContain('A request to approve raise was interrupted.')
    expect(await operator.approval.region.count()).toBe(0)
    expect(await opened.page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await left.locator('[data-action="review-left"]').click()
    await operator.approval.approve()
    await agent.tool('raise')
    await left.waitFor({ state: 'hidden' })
    opened.expectClean()
  })

  it('stays away once it was let go, and its draft is kept', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width: 360, height: 740 } } })
    const { operator, agent, opened } = desk
    const draftId = await interrupted(desk)
    const left = opened.page.locator('[data-region="approval-left"]')
    await left.locator('[data-action="let-go"]').click()
    await left.waitFor({ state: 'hidden' })
    await eventually(() => operator.notice.innerText()).toContain('raise was not published. Its draft is kept.')
    await opened.page.reload()
    await operator.ready()
    await operator.draft.bringBack()
    expect(await left.count()).toBe(0)
    expect(await agent.ask('understudy_list_recordings')).toMatchObject({ recordings: [{ drafts: [{ draftId, status: 'open' }] }] })
    opened.expectClean()
  })
})
