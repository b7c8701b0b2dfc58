import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/bus/json.ts'
import { draftNewest, openDesk, publishNewest, taught, useBrowser } from './desk.ts'
import { callInPage, toolsInPage } from './harness.ts'
import { eventually } from './operator.ts'
import { shownFor } from './shownFor.ts'
import { storedAudit } from './stored.ts'

const browser = useBrowser()

describe('the main job', () => {
  it('is taught by hand, drafted by an agent, approved by a click, run on another ticket, and there after a reload', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk

    await operator.teach()
    expect(await opened.page.locator('[data-action="teach"]').innerText()).toContain('Stop')
    await operator.open('T-1035')
    await operator.set('priority', 'High')
    await operator.set('status', 'Pending')
    await operator.set('tags', 'customs')
    await eventually(() => operator.chip.locator('li').count()).toBe(4)
    await operator.stop()
    expect(await operator.draft.steps()).toEqual([
      'Take the ticket target_ticket',
      'Set priority to high',
      'Set status to pending',
      'Add tag customs',
    ])
    // Case P14: nothing alarming about a normal demonstration, and it can be put aside and brought back.
    expect(await operator.draft.alarms()).toEqual([])
    await operator.draft.dismiss()
    await operator.draft.bringBack()
    await operator.draft.dismiss()

    const listed = await agent.ask('understudy_list_recordings')
    expect(listed).toMatchObject({ ok: true, recordings: [{ steps: 4, parameters: 1, questions: 0, tools: [] }] })
    const { draftId, answer } = await draftNewest(agent, {
      name: 'park_parcel',
      description: 'Parks a parcel that is stuck at customs.',
      parameters: [{ name: 'ticket', description: 'The ticket about the parcel.' }],
    })
    expect(answer.questions).toEqual([])
    expect((answer.findings as readonly JsonObject[]).map(({ level }) => level)).not.toContain('warn')

    const asked = await agent.start('understudy_publish_tool', { draftId })
    await operator.approval.region.waitFor()
    expect(await operator.approval.steps()).toEqual(['Take the ticket ticket', 'Set priority to high', 'Set status to pending', 'Add tag customs'])
    await operator.approval.approve()
    const inputSchema = {
      type: 'object',
      properties: {
        ticket: { type: 'string', pattern: '^[A-Za-z0-9:_.#-]{1,64}$', description: 'The ticket about the parcel.' },
      },
      required: ['ticket'],
      additionalProperties: false,
    }
    const description = 'Parks a parcel that is stuck at customs. Changes priority, status and tags of the given ticket.'
    // Case T30: this answer alone must be enough to call the tool.
    expect((await asked.done).output).toMatchObject({ ok: true, status: 'published', tool: { name: 'park_parcel', description, inputSchema } })
    expect(await agent.tool('park_parcel')).toMatchObject({
      description,
      inputSchema,
      annotations: { readOnly: false, untrustedContent: true, consequential: false },
    })

    const shown = await shownFor(opened.page, '[data-region="run"] .is-highlighted')
    const result = await agent.ask('park_parcel', { ticket: 'T-1034' })
    expect(result).toEqual({
      ok: true,
      run: expect.stringMatching(/^\w+$/),
      changed: [
        { ticketId: 'T-1034', field: 'priority', from: 'normal', to: 'high' },
        { ticketId: 'T-1034', field: 'status', from: 'new', to: 'pending' },
        { ticketId: 'T-1034', field: 'tags', untrusted: { from: ['shipping', 'exchange'], to: ['shipping', 'exchange', 'customs'] } },
      ],
      unchanged: 0,
    })
    const row = {
      priority: 'high',
      status: 'pending',
      tags: ['shipping', 'exchange', 'customs'],
      assignee: '',
      badge: 'performed by agent via tool park_parcel',
    }
    await eventually(() => operator.row('T-1034')).toEqual(row)
    expect(await operator.toast.innerText()).toContain('by agent')
    await eventually(() => operator.toast.getAttribute('data-state')).toBe('done')
    const steps = await shown.ended()
    expect(steps.map((one) => one.text)).toEqual([
      expect.stringContaining('Take the ticket ticket'),
      expect.stringContaining('Set priority'),
      expect.stringContaining('Set status'),
      expect.stringContaining('Add tag'),
    ])
    // A frame's slack: what is measured is the page's own drawing.
    for (const { text, ms } of steps) expect(ms, text).toBeGreaterThanOrEqual(400 - 17)
    expect(await operator.row('T-1035')).toMatchObject({ badge: '' })

    await opened.page.reload()
    await operator.ready()
    await agent.tool('park_parcel')
    await eventually(() => operator.row('T-1034')).toEqual(row)
    expect((await agent.ask('park_parcel', { ticket: 'T-1028' })).changed).toHaveLength(3)
    await eventually(() => operator.row('T-1028')).toMatchObject({ priority: 'high', status: 'pending' })
    expect(await storedAudit(opened.page)).toEqual(
      expect.arrayContaining(['recorded', 'drafted', 'requested', 'approved', 'registered', 'run-started', 'run-finished']),
    )
    opened.expectClean()
  })

  it('the page itself can call what was taught, too', async () => {
    await using desk = await openDesk(browser())
    await taught(desk, { name: 'raise' }, async () => {
      await desk.operator.open('T-1037')
      await desk.operator.set('priority', 'Urgent')
    })
    const { page } = desk.opened
    expect(await toolsInPage(page)).toEqual(
      expect.arrayContaining(['understudy_list_recordings', 'understudy_draft_tool', 'understudy_publish_tool', 'raise']),
    )
    expect(await callInPage(page, 'raise', { target_ticket: 'T-1030' })).toMatchObject({ ok: true })
    await eventually(() => desk.operator.row('T-1030')).toMatchObject({ priority: 'urgent' })
  })

  it('an operator publishes without any agent, by the same approval, and undoes a run as one', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await operator.set('status', 'Open')
    await operator.stop()
    await operator.draft.fill('name', 'escalate')
    await operator.draft.fill('description', 'Escalates a ticket.')
    await operator.draft.publish()
    await operator.approval.region.waitFor()
    expect(await operator.approval.text()).toContain('Escalates a ticket. Changes priority and status of the given ticket.')
    await operator.approval.approve()
    await operator.draft.region.waitFor({ state: 'hidden' })
    expect(await agent.tool('escalate')).toMatchObject({ description: 'Escalates a ticket. Changes priority and status of the given ticket.' })
    await agent.ask('escalate', { target_ticket: 'T-1033' })
    await eventually(() => operator.row('T-1033')).toMatchObject({ priority: 'urgent', status: 'open' })
    await operator.toast.locator('[data-action="undo-run"]').click()
    await eventually(() => operator.row('T-1033')).toMatchObject({ priority: 'low', status: 'new', badge: '' })
    opened.expectClean()
  })

  it('case T01: Teach, nothing done, Stop gives no draft and says why; case T03: the next one is whole', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await operator.teach()
    await operator.press('Escape')
    await opened.page.locator('[data-region="recording-refused"]').waitFor()
    expect(await agent.ask('understudy_list_recordings')).toMatchObject({ ok: true, recordings: [] })
    await operator.demonstrate(async () => {
      await operator.open('T-1037')
      await operator.set('priority', 'Urgent')
    })
    expect(await agent.ask('understudy_list_recordings')).toMatchObject({ recordings: [{ steps: 2 }] })
    await operator.demonstrate(() => operator.set('status', 'Open'))
    expect(await agent.ask('understudy_list_recordings')).toMatchObject({ recordings: [{ steps: 1 }, { steps: 2 }] })
    await publishNewest(desk, { name: 'reopen' })
  })
})
