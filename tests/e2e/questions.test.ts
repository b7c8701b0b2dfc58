import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/bus/json.ts'
import { useAxe, violations } from './axe.ts'
import { openDesk, useBrowser, type Desk } from './desk.ts'
import { eventually } from './operator.ts'
import { storedAudit } from './stored.ts'

const browser = useBrowser()

const BY_CALLER = ['Filter to open, urgent, newest first', 'Take the ticket target_ticket, which must be in the list', 'Set priority of target_ticket to high']
const BY_RULE = ['Filter to open, urgent, newest first', 'Take the newest in the list', 'Set priority to high']

/** The first of a list whose order nobody set: it may be meant, or not. */
const calmFirst = ({ operator }: Desk) => async (): Promise<void> => {
  await operator.onlyStatus('Open')
  await operator.filter('priority', 'Urgent')
  await operator.openByKeys(0)
  await operator.set('priority', 'High')
}

const recordingsOf = async ({ agent }: Desk): Promise<readonly JsonObject[]> => (await agent.ask('understudy_list_recordings')).recordings as readonly JsonObject[]

describe('what a demonstration leaves open', () => {
  it('the person answers by a key, and can think again; unanswered the caller says which', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await operator.teach()
    await calmFirst(desk)()
    await operator.stop()
    expect(await operator.draft.steps()).toEqual(BY_CALLER)
    const [first = '', second] = await operator.draft.choices()
    expect(second).toBe('The caller says which ticket')
    await useAxe(opened.page)
    expect(await violations(opened.page)).toEqual([])
    const rows = await operator.draft.rowsAsked()
    expect(rows.map(({ id }) => id)).toContain(first)
    await operator.press('1')
    await eventually(() => operator.draft.steps()).toEqual(BY_RULE)
    expect(await operator.draft.rowsAsked()).toEqual(rows.map(({ id }) => ({ id, taken: id === first })))
    await operator.draft.questions.first().locator('[data-choice]').nth(1).click()
    await eventually(() => operator.draft.steps()).toEqual(BY_CALLER)
    await operator.draft.questions.first().locator('[data-choice]').nth(0).click()
    await eventually(() => operator.draft.steps()).toEqual(BY_RULE)

    await operator.draft.publish()
    await operator.approval.region.waitFor()
    expect(await operator.approval.proposals.count()).toBe(0)
    await operator.approval.approve()
    expect((await agent.tool('set_priority')).inputSchema.properties).toEqual({})
    expect((await agent.ask('set_priority')).changed).toEqual([{ ticketId: 'T-1022', field: 'priority', from: 'urgent', to: 'high' }])
    opened.expectClean()
  })

  it.each([360, 1440])('is asked within the draft, however much tells the tickets apart, %d px wide', async (width) => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width, height: 740 } } })
    const { operator } = desk
    await operator.teach()
    await operator.filter('priority', 'High')
    await operator.openByKeys(0)
    await operator.set('status', 'Pending')
    await operator.set('assignee', 'Noor')
    await operator.stop()
    const question = operator.draft.questions.first()
    await question.waitFor()
    expect(await question.locator('thead th').count()).toBe(6)
    expect(await operator.draft.region.locator('.body').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await question.locator('[data-row]').first().evaluate((row) => row.getBoundingClientRect().right <= innerWidth)).toBe(true)
  })

  it('an agent’s answer is a proposal: it is seen in the approval beside the other choices, and another one is taken there', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await operator.demonstrate(calmFirst(desk))
    const [recording] = await recordingsOf(desk)
    const named = { recordingIds: [recording?.recordingId ?? ''], name: 'calm', description: 'Lowers what is too high.' }
    const { questions } = await agent.ask('understudy_draft_tool', named)
    const [question] = questions as readonly { readonly questionId: string; readonly choices: readonly { readonly choiceId: string }[] }[]
    const { draftId } = await agent.ask('understudy_draft_tool', { ...named, answers: { [question?.questionId ?? '']: question?.choices[0]?.choiceId ?? '' } })
    const asked = await agent.start('understudy_publish_tool', { draftId: draftId ?? '' })
    const { approval } = operator
    await approval.proposals.waitFor()
    expect(await approval.steps()).toEqual(BY_RULE)
    const choices = approval.proposals.locator('[data-choice]')
    expect(await choices.evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed')))).toEqual(['true', 'false', 'false'])
    expect(await choices.first().innerText()).toContain('the agent’s answer')
    expect(await approval.dryRun('today').innerText()).toContain('T-1022')
    await useAxe(opened.page)
    await eventually(() => approval.approveButton.isEnabled()).toBe(true)
    expect(await violations(opened.page)).toEqual([])

    await choices.nth(1).click()
    await eventually(() => approval.steps()).toEqual(BY_CALLER)
    expect(await approval.text()).toContain('target_ticket')
    await approval.approve()
    const published = (await asked.done).output as { readonly tool: { readonly inputSchema: JsonObject } }
    expect(published).toMatchObject({ ok: true, status: 'published', tool: { name: 'calm', inputSchema: { required: ['target_ticket'] } } })
    expect((await agent.tool('calm')).inputSchema).toEqual(published.tool.inputSchema)
    expect(await agent.ask('calm', { target_ticket: 'T-1020' })).toMatchObject({ ok: true })
    expect((await storedAudit(opened.page)).filter((type) => ['requested', 'approved', 'withdrawn'].includes(type))).toEqual(['requested', 'requested', 'approved'])
    opened.expectClean()
  })

  it('a step done only sometimes, with nothing on show to tell when, was a judgement: it cannot be published, and that is said', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    const park = (ticketId: string, escalate: boolean) => async (): Promise<void> => {
      await operator.open(ticketId)
      await operator.set('status', 'Pending')
      if (escalate) await operator.set('tags', 'escalated')
    }
    // Now they are alike in all that lists show.
    await operator.open('T-1038')
    await operator.set('tags', 'shipping')
    await operator.demonstrate(park('T-1038', true))
    await operator.demonstrate(park('T-1035', false))
    const recordingIds = (await recordingsOf(desk)).map(({ recordingId }) => recordingId ?? '')
    const drafted = await agent.ask('understudy_draft_tool', { recordingIds, name: 'park', description: 'Parks a ticket.' })
    const judgement = 'This was done only sometimes, and nothing on show tells when: that was a judgement'
    expect(drafted).toMatchObject({ ok: true, questions: [] })
    expect((drafted.findings as readonly JsonObject[])[0]).toMatchObject({ level: 'block', text: judgement })
    expect(await agent.ask('understudy_publish_tool', { draftId: drafted.draftId ?? '' })).toMatchObject({
      ok: false,
      error: { code: 'BLOCKED', message: expect.stringContaining(judgement) as string },
    })
    expect(await operator.approval.region.count()).toBe(0)

    await operator.draft.bringBackNamed('park')
    expect(await operator.draft.findings('block')).toContain(`Cannot be published: ${judgement}`)
    expect(await operator.draft.publishButton.isDisabled()).toBe(true)
  })
})
