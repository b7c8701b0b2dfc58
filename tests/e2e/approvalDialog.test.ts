import { describe, expect, it } from 'vitest'
import { draftNewest, openDesk, useBrowser, type Desk } from './desk.ts'
import type { Invocation } from './harnessAgent.ts'
import { eventually, tidy } from './operator.ts'
import { storedCommits } from './stored.ts'

const browser = useBrowser()

/** Notes in the page when the dialog came, and when its buttons came alive. */
const WATCH_DIALOG = `
  window.approvalTimes = {}
  new MutationObserver(() => {
    const button = document.querySelector('[data-action="approve"]')
    const times = window.approvalTimes
    if (button && times.shown === undefined) times.shown = performance.now()
    if (button && !button.disabled && times.alive === undefined) times.alive = performance.now()
  }).observe(document, { subtree: true, childList: true, attributes: true })
`

/** An agent asks to publish what was just shown. @param before done right before it asks */
async function ask({ operator, agent }: Desk, before?: () => Promise<void>): Promise<Invocation> {
  await operator.demonstrate(async () => {
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await operator.set('tags', 'vip')
  })
  const { draftId } = await draftNewest(agent, { name: 'vip_up', description: 'Moves a VIP up.' })
  await before?.()
  return agent.start('understudy_publish_tool', { draftId })
}

describe('the approval', () => {
  it('case P25: shows the exact text, parameters, steps, effects and both dry runs', async () => {
    await using desk = await openDesk(browser())
    const { operator } = desk
    await ask(desk)
    await operator.approval.region.waitFor()
    const text = await operator.approval.text()
    for (const part of [
      'vip_up',
      'Moves a VIP up. Changes priority and tags of the given ticket.',
      'target_ticket',
      'The ticket to change. Id of a ticket, such as T-1001.',
      'required',
      'changes tickets',
      'carries user-written text',
      'The caller says which ticket',
    ]) {
      expect(text).toContain(part)
    }
    expect(await operator.approval.steps()).toEqual(['Take the ticket target_ticket', 'Set priority to urgent', 'Add tag vip'])
    const demonstrated = tidy(await operator.approval.dryRun('demonstration').innerText())
    expect(demonstrated).toMatch(/T-1037.*high.*urgent.*billing.*\+ vip/)
    const today = operator.approval.dryRun('today')
    const proposed = /T-\d{4}/.exec(await today.locator('tbody').innerText())?.[0] ?? ''
    expect(proposed).not.toBe('T-1037')

    // The person tries it on a ticket of their own choice; nothing of it happens.
    await today.locator('[data-argument="target_ticket"] [role="combobox"]').click()
    await operator.type('Pantalla')
    await operator.press('Enter')
    await eventually(async () => tidy(await today.locator('tbody').innerText())).toMatch(/T-1020.*hardware.*\+ vip/)
    expect(await operator.row('T-1020')).toMatchObject({ tags: ['hardware', 'exchange'], badge: '' })
  })

  it('case P25: is a modal dialog that keeps the focus, and Escape hides it to a banner while the request waits', async () => {
    await using desk = await openDesk(browser())
    const { operator, opened } = desk
    const asked = await ask(desk)
    await operator.approval.dialog.waitFor()
    expect(await operator.approval.dialog.evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
    expect(await operator.approval.dialog.getAttribute('aria-label')).toContain('vip_up')
    const inside = (): Promise<boolean> =>
      operator.approval.dialog.evaluate((dialog) => dialog.contains(document.activeElement) && document.activeElement !== null)
    await eventually(inside).toBe(true)
    expect(await operator.approval.approveButton.evaluate((button) => button === document.activeElement)).toBe(false)
    await eventually(() => operator.approval.approveButton.isEnabled()).toBe(true)
    for (let step = 0; step < 16; step += 1) {
      await operator.press('Tab')
      // The browser's own controls may be on the way round, the page behind never is.
      expect(await opened.page.evaluate(() => document.activeElement?.closest('[data-region="queue"], [data-filter], nav') ?? null)).toBe(null)
    }
    // The page behind is inert: keys and clicks do nothing there.
    const before = await operator.row('T-1031')
    const box = await operator.rowOf('T-1031').boundingBox()
    await opened.page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 4)
    await operator.press('j')
    await operator.press('i')
    await operator.isOpen('T-1037')
    expect(await operator.row('T-1031')).toEqual(before)

    await operator.press('Escape')
    await operator.approval.region.waitFor({ state: 'hidden' })
    expect(await operator.banner.innerText()).toContain('vip_up waits for your approval')
    await operator.open('T-1036')
    await operator.banner.locator('[data-action="review"]').click()
    await operator.approval.approve()
    expect((await asked.done).output).toMatchObject({ status: 'published' })
  })

  it('does nothing in its first half second', async () => {
    const context = await browser().newContext()
    // The page's own clock, which stands still while the hand is at it: that may take longer than the half second.
    await context.clock.install()
    await using desk = await openDesk(browser(), { context, before: WATCH_DIALOG })
    const { operator, agent, opened } = desk
    const asked = await ask(desk, async () => {
      await context.clock.pauseAt(await opened.page.evaluate(() => Date.now() + 1_000))
    })
    await operator.approval.approveButton.waitFor()
    const box = await operator.approval.approveButton.boundingBox()
    await context.clock.runFor(480)
    await opened.page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8)
    await operator.press('Enter')
    await operator.press('Space')
    expect(await operator.approval.approveButton.isEnabled()).toBe(false)
    await context.clock.resume()
    await eventually(() => operator.approval.approveButton.isEnabled()).toBe(true)
    const { shown, alive } = await opened.page.evaluate(() => Reflect.get(window, 'approvalTimes') as { shown: number; alive: number })
    // Rounded down by the clock's own grain.
    expect(alive - shown).toBeGreaterThanOrEqual(500 - 5)
    await operator.approval.region.waitFor()
    await agent.withoutTool('vip_up')
    await operator.approval.approve()
    expect((await asked.done).output).toMatchObject({ status: 'published' })
    await context.close()
  })

  it('case T26: a script that clicks Approve publishes nothing, and the audit shows the attempts', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    const asked = await ask(desk)
    await eventually(() => operator.approval.approveButton.isEnabled()).toBe(true)
    await operator.approval.approveButton.evaluate((button: HTMLElement) => button.click())
    await operator.approval.approveButton.evaluate((button) =>
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })),
    )
    await eventually(() => operator.approval.text()).toContain('Only a person at this page can answer')
    await operator.approval.rejectButton.evaluate((button: HTMLElement) => button.click())
    await agent.withoutTool('vip_up')
    const attempts = async (): Promise<readonly unknown[]> =>
      (await storedCommits(opened.page)).flatMap(({ audit }) => (audit?.type === 'answer-refused' ? [audit.detail?.gesture] : []))
    await eventually(attempts).toHaveLength(3)
    for (const attempt of await attempts()) expect(attempt).toMatchObject({ isTrusted: false, via: 'script' })
    await operator.approval.approve()
    expect((await asked.done).output).toMatchObject({ status: 'published' })
    await eventually(async () => (await storedCommits(opened.page)).find(({ audit }) => audit?.type === 'approved')?.audit?.detail?.gesture).toMatchObject({
      isTrusted: true,
      via: 'pointer',
    })
  })

  it('is answered by keys as well', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    const asked = await ask(desk)
    await eventually(() => operator.approval.approveButton.isEnabled()).toBe(true)
    await operator.approval.approveButton.focus()
    await operator.press('Enter')
    expect((await asked.done).output).toMatchObject({ status: 'published' })
    await agent.tool('vip_up')
  })

  it('comes as a banner, without taking the focus, while the person types, has a list open or teaches', async () => {
    await using desk = await openDesk(browser())
    const { operator, opened } = desk
    await operator.demonstrate(async () => {
      await operator.open('T-1037')
      await operator.set('priority', 'Urgent')
    })
    const { draftId } = await draftNewest(desk.agent, { name: 'raise' })
    const publishWhile = async (busy: () => Promise<void>): Promise<void> => {
      await busy()
      const focused = (): Promise<string> => opened.page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.getAttribute('aria-label')}`)
      const before = await focused()
      const asked = await desk.agent.start('understudy_publish_tool', { draftId })
      await operator.banner.waitFor()
      expect(await operator.approval.region.count()).toBe(0)
      expect(await focused()).toBe(before)
      await asked.cancel()
      await operator.banner.waitFor({ state: 'hidden' })
    }
    await publishWhile(() => operator.searchFor('invoi'))
    await operator.press('Escape')
    await publishWhile(() => operator.press('s'))
    await operator.press('Escape')
    await publishWhile(() => operator.teach())
  })
})
