import { expect, it } from 'vitest'
import { useAxe, violations } from './axe.ts'
import { draftNewest, openDesk, useBrowser } from './desk.ts'
import { eventually } from './operator.ts'

const browser = useBrowser()
const contextOptions = { viewport: { width: 360, height: 640 } }
/** Nearly all that the budget leaves an author. */
const LONG = 'Raises what a manager asked for twice in one week, so that it is seen first. '.repeat(5).trim()
const WHICH = 'The ticket to raise, by its id as it stands in the list: T-1001 or any other that is there, whatever its status is by then.'

it('on a phone the longest text of an author keeps nothing from sight: the steps come first, and it says that more follows until all was there to read', async () => {
  await using desk = await openDesk(browser(), { contextOptions })
  const { operator, agent, opened } = desk
  const { region, approveButton } = operator.approval
  await operator.demonstrate(async () => {
    await operator.openByKeys(3)
    await operator.set('priority', 'Urgent')
    await operator.set('status', 'Pending')
  })
  const { draftId } = await draftNewest(agent, { name: 'raise_what_a_manager_asked_for', description: LONG, parameters: [{ name: 'ticket', description: WHICH }] })
  await agent.start('understudy_publish_tool', { draftId })
  await region.waitFor()
  const more = region.locator('[data-action="more-below"]')
  await more.waitFor()
  const answers = await approveButton.boundingBox()
  for (const step of await region.locator('.steps > li').all()) {
    const box = await step.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(answers?.y ?? 0)
  }
  expect(await region.locator('[data-part="text"]').innerText()).toContain(LONG)
  expect(await approveButton.isVisible()).toBe(true)
  await useAxe(opened.page)
  expect(await violations(opened.page, '[data-region="approval"]')).toEqual([])

  await eventually(async () => {
    if (await more.isVisible()) await more.click()
    return more.isVisible()
  }).toBe(false)
  // The end is there to be read, not under the answers.
  const last = await region.locator('[data-check]').last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((await approveButton.boundingBox())?.y ?? 0)
  await operator.approval.approve()
  opened.expectClean()
})
