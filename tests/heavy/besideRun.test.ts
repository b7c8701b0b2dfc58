import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openDesk, taught, useBrowser, type Desk } from '../e2e/desk.ts'
import { eventually } from '../e2e/operator.ts'

const browser = useBrowser()

/** Whether one part of the page lies over another. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('It is not on show.')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Whether a click in the middle of it would reach it. */
const reachable = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return hit !== null && element.contains(hit)
  })

async function escalating({ operator }: Desk): Promise<void> {
  await operator.openByKeys(2)
  await operator.set('priority', 'Urgent')
}

describe.each([360, 1024, 1280, 1440])('what a run says of itself, %d px wide', (width) => {
  it('can be reached beside a draft, and hides neither its foot nor what is being recorded', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width, height: 740 } } })
    const { operator, agent, opened } = desk
    const tool = await taught(desk, { name: 'escalate' }, () => escalating(desk))
    const [param = ''] = Object.keys((tool.inputSchema as { properties: object }).properties)
    await operator.press('Escape')
    await operator.teach()
    await operator.openByKeys(1)
    await operator.set('priority', 'Low')
    await agent.ask('escalate', { [param]: 'T-1033' })
    await operator.toast.waitFor()
    expect(await overlap(operator.toast, operator.chip)).toBe(false)
    await operator.stop()
    await agent.ask('escalate', { [param]: 'T-1030' })
    const undo = operator.toast.locator('[data-action="undo-run"]')
    await undo.waitFor()
    await operator.toast.hover()
    await undo.scrollIntoViewIfNeeded()
    expect(await reachable(undo)).toBe(true)
    expect(await overlap(operator.toast, operator.draft.publishButton)).toBe(false)
    // What the page has to say comes at the foot as well: not while somebody is at the run, and then below it.
    const place = await operator.toast.boundingBox()
    await operator.draft.region.focus()
    await operator.press('Control+z')
    await operator.notice.waitFor()
    expect((await operator.toast.boundingBox())?.width).toBe(place?.width)
    expect(await reachable(operator.toast.getByRole('button', { name: 'Dismiss' }))).toBe(true)
    await opened.page.mouse.move(1, 1)
    await eventually(() => overlap(operator.toast, operator.notice)).toBe(false)
    expect(await overlap(operator.notice, operator.draft.publishButton)).toBe(false)
    opened.expectClean()
  })
})
