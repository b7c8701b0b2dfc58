import { describe, expect, it } from 'vitest'
import { draftNewest, openDesk, useBrowser, type Desk } from './desk.ts'
import { eventually } from './operator.ts'
import { storedAudit } from './stored.ts'

const browser = useBrowser()

const showRaise = ({ operator }: Desk): Promise<void> =>
  operator.demonstrate(async () => {
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
  })

describe('what becomes of a request to publish', () => {
  it('case W16: rejected is said as such; asked again and approved, the tool is live', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await showRaise(desk)
    const { draftId } = await draftNewest(agent, { name: 'raise' })
    const first = await agent.start('understudy_publish_tool', { draftId })
    await operator.approval.reject()
    const rejected = { ok: false, status: 'rejected', error: { code: 'REJECTED', retryable: false } }
    expect((await first.done).output).toMatchObject(rejected)
    expect(await agent.ask('understudy_publish_tool', { draftId, poll: true })).toMatchObject(rejected)
    await agent.withoutTool('raise')

    const second = await agent.start('understudy_publish_tool', { draftId })
    await operator.approval.approve()
    expect((await second.done).output).toMatchObject({ ok: true, status: 'published' })
    expect(await agent.ask('understudy_publish_tool', { draftId, poll: true })).toMatchObject({ ok: true, status: 'published' })
    expect(await agent.ask('raise', { target_ticket: 'T-1030' })).toMatchObject({ ok: true })
    expect(await storedAudit(opened.page)).toEqual(expect.arrayContaining(['requested', 'rejected', 'requested', 'approved', 'registered']))
  })

  it('case T31: unanswered for 45 s it is said to wait; approved later it is published once, and poll tells', async () => {
    const context = await browser().newContext()
    // The page's own timers, run ahead: the call is really held until they say so.
    await context.clock.install()
    await using desk = await openDesk(browser(), { context })
    const { operator, agent, opened } = desk
    await showRaise(desk)
    const { draftId } = await draftNewest(agent, { name: 'raise' })
    const asked = await agent.start('understudy_publish_tool', { draftId })
    let answered = false
    void asked.done.then(() => (answered = true))
    await operator.approval.region.waitFor()
    // Storage that is still at it would be taken for one that hangs, once its time is run ahead.
    await eventually(() => storedAudit(opened.page)).toContain('requested')
    await context.clock.fastForward(40_000)
    expect(await agent.ask('understudy_publish_tool', { draftId, poll: true })).toMatchObject({ ok: true, status: 'awaiting_approval' })
    expect(answered).toBe(false)
    await context.clock.fastForward(6_000)
    expect((await asked.done).output).toMatchObject({ ok: true, status: 'awaiting_approval', draftId, next: expect.stringContaining('poll: true') })

    // Asked once more while it waits: the same request, not a second one.
    const again = await agent.start('understudy_publish_tool', { draftId })
    await context.clock.fastForward(20_000)
    await operator.approval.approve()
    expect((await again.done).output).toMatchObject({ ok: true, status: 'published' })
    expect(await agent.ask('understudy_publish_tool', { draftId, poll: true })).toMatchObject({ ok: true, status: 'published', tool: { name: 'raise' } })
    expect(agent.tools().filter((tool) => tool.name === 'raise')).toHaveLength(1)
    expect((await storedAudit(opened.page)).filter((type) => type === 'approved')).toHaveLength(1)
    expect((await storedAudit(opened.page)).filter((type) => type === 'requested')).toHaveLength(1)
    await context.close()
  })

  it('cases P15 and W19: a draft that is changed while its approval is open is withdrawn, and publishes as it is then', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await showRaise(desk)
    const { draftId } = await draftNewest(agent, { name: 'raise', description: 'As it was asked for.' })
    const asked = await agent.start('understudy_publish_tool', { draftId })
    await operator.approval.region.waitFor()
    await operator.press('Escape')
    await operator.banner.waitFor()
    await operator.draft.bringBack()
    expect(await operator.draft.region.locator('[name="description"]').inputValue()).toBe('As it was asked for.')
    await operator.draft.fill('description', 'As it is now.')
    const withdrawn = { ok: false, status: 'withdrawn', error: { code: 'CANCELLED', retryable: false } }
    expect((await asked.done).output).toMatchObject(withdrawn)
    await operator.banner.waitFor({ state: 'hidden' })
    expect(await agent.ask('understudy_publish_tool', { draftId, poll: true })).toMatchObject(withdrawn)

    // The person is in a field of the draft still, so it comes as a banner.
    const again = await agent.start('understudy_publish_tool', { draftId })
    await operator.banner.locator('[data-action="review"]').click()
    await eventually(() => operator.approval.text()).toContain('As it is now. Changes priority of the given ticket.')
    await operator.approval.approve()
    expect((await again.done).output).toMatchObject({ status: 'published' })
    expect(await agent.tool('raise')).toMatchObject({ description: 'As it is now. Changes priority of the given ticket.' })
  })

  it('case P19: two drafts that wait can both be answered', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await showRaise(desk)
    const raise = await draftNewest(agent, { name: 'raise' })
    await operator.demonstrate(() => operator.set('status', 'Solved'))
    const solve = await draftNewest(agent, { name: 'solve' })
    const first = await agent.start('understudy_publish_tool', { draftId: raise.draftId })
    await operator.approval.region.waitFor()
    const second = await agent.start('understudy_publish_tool', { draftId: solve.draftId })
    await eventually(() => operator.approval.text()).toContain('1 of 2')
    expect(await operator.approval.text()).toContain('What raise is for.')
    await operator.approval.rejectButton.click()
    expect((await first.done).output).toMatchObject({ status: 'rejected' })
    await eventually(() => operator.approval.text()).toContain('What solve is for.')
    await operator.approval.approve()
    expect((await second.done).output).toMatchObject({ status: 'published', tool: { name: 'solve' } })
    await agent.withoutTool('raise')
    await agent.tool('solve')
  })

  it('case P20: a reload while an approval is open withdraws it; poll tells, and asking anew works', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await showRaise(desk)
    const { draftId } = await draftNewest(agent, { name: 'raise' })
    const asked = await agent.start('understudy_publish_tool', { draftId })
    await operator.approval.region.waitFor()
    await eventually(() => storedAudit(opened.page)).toContain('requested')
    await opened.page.reload()
    expect(await asked.done).toMatchObject({ status: 'Gone' })
    await operator.ready()
    await agent.tool('understudy_publish_tool')
    expect(await agent.ask('understudy_publish_tool', { draftId, poll: true })).toMatchObject({
      ok: false,
      status: 'withdrawn',
      error: { code: 'CANCELLED', retryable: false },
    })
    const again = await agent.start('understudy_publish_tool', { draftId })
    await operator.approval.approve()
    expect((await again.done).output).toMatchObject({ status: 'published' })
  })

  it('the agent giving up takes its request with it', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await showRaise(desk)
    const { draftId } = await draftNewest(agent, { name: 'raise' })
    const asked = await agent.start('understudy_publish_tool', { draftId })
    await operator.approval.region.waitFor()
    await asked.cancel()
    expect(await asked.done).toMatchObject({ status: 'Canceled' })
    await operator.approval.region.waitFor({ state: 'hidden' })
    expect(await agent.ask('understudy_publish_tool', { draftId, poll: true })).toMatchObject({ status: 'withdrawn' })
  })
})
