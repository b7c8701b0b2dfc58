import { describe, expect, it } from 'vitest'
import { openDesk, taught, useBrowser, type Desk } from '../e2e/desk.ts'
import type { Invocation } from '../e2e/harnessAgent.ts'
import { holdSteps, letStepsGo, STEPS_CAN_BE_HELD, untilHeld } from '../e2e/holdSteps.ts'
import { eventually } from '../e2e/operator.ts'
import { storedCommits } from '../e2e/stored.ts'

const browser = useBrowser()

/** Each leads, oldest first, to another ticket. */
const TAGS = ['refund', 'shipping', 'idea', 'handwriting', 'education', 'privacy', 'sync', 'login', 'vat', 'exchange', 'lost', 'spam?']

/** Shows 60 steps: twelve lists, the oldest of each taken, three of its fields set. Then all tickets are as before. */
async function teachLongTask(desk: Desk): Promise<void> {
  const { operator } = desk
  await taught(desk, { name: 'long_task' }, async () => {
    await operator.filter('sort', 'Oldest')
    for (const tag of TAGS) {
      await operator.filter('tag', tag)
      const id = await operator.openByKeys(0)
      const { priority, status } = await operator.row(id)
      await operator.set('priority', priority === 'urgent' ? 'Low' : 'Urgent')
      await operator.set('status', status === 'open' ? 'Pending' : 'Open')
      await operator.set('tags', 'escalation')
    }
  })
  await operator.resetTickets()
}

/** Makes the page's own work so many times slower. */
async function slowDown({ opened }: Desk, rate: number): Promise<void> {
  const session = await opened.context.newCDPSession(opened.page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Starts the run and holds it in its middle while something is done. */
async function inItsMiddle({ agent, opened }: Desk, act: (call: Invocation) => Promise<void>): Promise<Invocation> {
  await holdSteps(opened.page, 20)
  const call = await agent.start('long_task')
  await untilHeld(opened.page)
  await act(call)
  await letStepsGo(opened.page)
  return call
}

/** How the runs ended, and how many commits of an agent changed tickets. */
async function ends({ opened }: Desk): Promise<{ readonly codes: readonly unknown[]; readonly commits: number }> {
  const commits = await storedCommits(opened.page)
  return {
    codes: commits.flatMap(({ audit }) => (audit?.type === 'run-finished' ? [audit.detail?.code ?? 'ok'] : [])),
    commits: commits.filter(({ actor, patches }) => actor === 'agent' && patches.some(({ entity }) => entity === 'ticket')).length,
  }
}

describe('cases P22 and P13: a run of 60 steps', () => {
  it('that is cancelled, stopped or revoked in its middle leaves nothing; whole, it is one commit and one undo', { timeout: 120_000 }, async () => {
    await using desk = await openDesk(browser(), { before: STEPS_CAN_BE_HELD })
    const { operator, agent, opened } = desk
    await teachLongTask(desk)
    // All but the age, which goes on.
    const rows = async (): Promise<readonly string[]> =>
      (await operator.queue.locator('[data-ticket-id]').allInnerTexts()).map((text) => text.slice(0, text.lastIndexOf('\n')))
    const before = await rows()

    await slowDown(desk, 20)
    await inItsMiddle(desk, async (call) => {
      await call.cancel()
      expect(await call.done).toMatchObject({ status: 'Canceled' })
    })
    await eventually(() => ends(desk)).toEqual({ codes: ['CANCELLED'], commits: 0 })

    const stopped = await inItsMiddle(desk, () => operator.toast.locator('[data-action="stop-run"]').click())
    expect((await stopped.done).output).toMatchObject({ ok: false, error: { code: 'CANCELLED', applied: [] } })
    await slowDown(desk, 1)
    await eventually(() => ends(desk)).toEqual({ codes: ['CANCELLED', 'CANCELLED'], commits: 0 })
    expect(await rows()).toEqual(before)
    expect(await operator.queue.locator('[data-provenance]').count()).toBe(0)

    const answer = await agent.ask('long_task')
    expect(answer).toMatchObject({ ok: true, truncated: { total: 36 } })
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(1500)
    await eventually(() => ends(desk)).toEqual({ codes: ['CANCELLED', 'CANCELLED', 'ok'], commits: 1 })
    await eventually(() => operator.queue.locator('[data-provenance]').count()).toBe(TAGS.length)
    await operator.queue.getByRole('grid').focus()
    await operator.press('Control+z')
    await eventually(rows).toEqual(before)

    // Case W14: revoked in its middle.
    await operator.press('l')
    const tool = opened.page.locator('[data-tool="long_task"]')
    await tool.getByRole('button').first().click()
    await tool.locator('[data-action="revoke"]').click()
    await slowDown(desk, 20)
    const revoked = await inItsMiddle(desk, () => tool.locator('[data-action="confirm-revoke"]').click())
    expect((await revoked.done).output).toMatchObject({ ok: false, error: { code: 'REVOKED', applied: [] } })
    await agent.withoutTool('long_task')
    await slowDown(desk, 1)
    expect(await rows()).toEqual(before)
    opened.expectClean()
  })
})
