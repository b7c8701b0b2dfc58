import { describe, expect, it } from 'vitest'
import { taught, useBrowser, type Desk } from './desk.ts'
import { holdSteps, letStepsGo, STEPS_CAN_BE_HELD } from './holdSteps.ts'
import { hosts } from './hosts.ts'
import { eventually } from './operator.ts'
import { storedAudit } from './stored.ts'

/** With the two it has, as many as a ticket can have. */
const MANY = ['ak', 'bk', 'ck', 'dk', 'ek', 'fk', 'gk', 'hk', 'ik', 'jk', 'kk', 'lk', 'mk', 'nk', 'ok', 'pk', 'qk', 'rk']
const FULL = 'T-1033'

const escalate = (desk: Desk) =>
  taught(desk, { name: 'escalate', parameters: [{ name: 'ticket', description: 'Which.' }] }, async () => {
    await desk.operator.open('T-1037')
    await desk.operator.set('priority', 'Urgent')
    await desk.operator.set('tags', 'escalated')
  })

describe.each(hosts)('a step shown again, on the $host', ({ launch, open }) => {
  const browser = useBrowser(launch)

  it('case P24: exactly the failing step is replaced, names stay, a person confirms; case T12: it is there after a reload', async () => {
    await using desk = await open(browser())
    const { operator, agent, opened } = desk
    const { page } = opened
    await escalate(desk)
    await operator.open(FULL)
    await operator.set('tags', ...MANY)
    expect(await agent.ask('escalate', { ticket: FULL })).toMatchObject({ ok: false, error: { code: 'LIMIT', step: 3, applied: [] } })
    expect(await operator.row(FULL)).toMatchObject({ priority: 'low', badge: '' })
    await eventually(() => operator.toast.getAttribute('data-state')).toBe('failed')
    expect(await operator.toast.locator('.is-highlighted').innerText()).toContain('Add tag escalated')

    // From the toast, and given up: nothing is another.
    await operator.toast.locator('[data-action="reteach"]').click()
    await operator.chip.waitFor()
    expect(await operator.toast.count()).toBe(0)
    await operator.press('Escape')
    await operator.chip.waitFor({ state: 'hidden' })
    expect(await operator.draft.region.count()).toBe(0)

    // From the library; more than one command is refused with the reason, and shown anew.
    await operator.press('l')
    const row = page.locator('[data-region="library"] [data-tool="escalate"]')
    expect(await row.locator('[data-part="last-error"]').innerText()).toContain('Step 3')
    await row.locator('[data-action="reteach"]').click()
    await operator.chip.waitFor()
    expect(await operator.chip.innerText()).toContain('Show step 3 again: one command')
    await operator.set('status', 'Pending')
    await operator.set('assignee', 'Yuki')
    await operator.chip.locator('[data-part="too-many"]').waitFor()
    await operator.press('t')
    const refused = page.locator('[data-region="recording-refused"]')
    expect(await refused.innerText()).toContain('2 commands were shown: “Set status”, “Assign”')
    await refused.locator('[data-action="reteach-again"]').click()
    await operator.chip.waitFor()
    await operator.set('status', 'On hold')
    await operator.stop()
    expect(await operator.draft.steps()).toEqual(['Take the ticket ticket', 'Set priority to urgent', 'Set status to on hold'])
    expect(await operator.draft.parameters()).toEqual(['ticket'])
    expect(agent.tools().filter(({ name }) => name === 'escalate').map(({ description }) => description)).toEqual([expect.stringContaining('tags') as string])

    await operator.draft.publish()
    const changed = operator.approval.region.locator('[data-part="what-changed"]')
    expect((await changed.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Step 3 was: Add tag escalated now: Set status to on hold/)
    expect(await changed.locator('[data-change="new-command"]').innerText()).toBe('New: Set status')
    await operator.approval.approve()
    await eventually(() => agent.tools().filter(({ name }) => name === 'escalate').map(({ description }) => description.includes('status'))).toEqual([true])
    expect(await agent.ask('escalate', { ticket: FULL })).toMatchObject({ ok: true })
    await eventually(() => operator.row(FULL)).toMatchObject({ priority: 'urgent', status: 'on hold', badge: 'performed by agent via tool escalate' })

    await page.reload()
    await operator.ready()
    expect((await agent.tool('escalate')).inputSchema).toMatchObject({ required: ['ticket'] })
    expect(await agent.ask('escalate', { ticket: 'T-1030' })).toMatchObject({ ok: true })
    await eventually(() => operator.row('T-1030')).toMatchObject({ priority: 'urgent', status: 'on hold' })
    opened.expectClean()
  })

  it('replaced or disabled during a run: no further step, the result says so, one tool of the name', async () => {
    await using desk = await open(browser(), { before: STEPS_CAN_BE_HELD })
    const { operator, agent, opened } = desk
    const { page } = opened
    await escalate(desk)
    await operator.press('l')
    const row = page.locator('[data-region="library"] [data-tool="escalate"]')
    await row.getByRole('button').first().click()
    await row.locator('[data-action="reteach-step"]').last().click()
    await operator.chip.waitFor()
    await operator.open('T-1035')
    await operator.set('status', 'Pending')
    await operator.stop()
    await operator.draft.publish()
    await operator.approval.region.waitFor()

    await holdSteps(page)
    const replaced = await agent.start('escalate', { ticket: FULL })
    await operator.toast.locator('[data-action="stop-run"]').waitFor()
    await operator.approval.approve()
    await letStepsGo(page)
    expect((await replaced.done).output).toMatchObject({ ok: false, error: { code: 'REVOKED', applied: [] } })
    await eventually(() => agent.tools().filter(({ name }) => name === 'escalate').map(({ description }) => description.includes('status'))).toEqual([true])
    expect(await operator.row(FULL)).toMatchObject({ priority: 'low', badge: '' })
    expect(await agent.ask('escalate', { ticket: 'T-1030' })).toMatchObject({ ok: true })

    await operator.press('l')
    await holdSteps(page)
    const disabled = await agent.start('escalate', { ticket: FULL })
    await eventually(async () => (await storedAudit(page)).filter((type) => type === 'run-started')).toHaveLength(3)
    await row.hover()
    await row.locator('[data-action="disable"]').click()
    await letStepsGo(page)
    expect((await disabled.done).output).toMatchObject({ ok: false, error: { code: 'REVOKED', applied: [] } })
    await agent.withoutTool('escalate')
    await row.locator('[data-action="enable"]').click()
    await agent.tool('escalate')
    expect(await operator.row(FULL)).toMatchObject({ priority: 'low', badge: '' })
    opened.expectClean()
  })
})
