import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Commit } from '../../src/bus/journal.ts'
import { taught, type Desk } from '../e2e/desk.ts'
import { launch } from '../e2e/harness.ts'
import { holdSteps, letStepsGo, STEPS_CAN_BE_HELD } from '../e2e/holdSteps.ts'
import { hosts } from '../e2e/hosts.ts'
import { eventually } from '../e2e/operator.ts'
import { storedAudit, storedCommits } from '../e2e/stored.ts'

/** What says when or as which entry it was, and so differs between any two journeys. */
const CHANCE = new Set(['time', 'seq', 'createdAt', 'updatedAt', 'lastRunAt', 'startedAt', 'finishedAt', 'after'])
const MOMENT = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g
/** Ids made on the spot, and the digests of what holds such ids. */
const MADE_ID = /\b(?:[0-9a-z]{12}|[0-9a-f]{64})\b/g

/** Takes times out of what a journey leaves behind, and names the ids made on the way in the order they turn up. */
function plainer(): (value: unknown) => unknown {
  const names = new Map<string, string>()
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `#${names.size}`
    names.set(id, name)
    return name
  }
  const text = (item: string): string => item.replaceAll(MOMENT, 'T').replaceAll(MADE_ID, nameOf)
  return (value) =>
    JSON.parse(JSON.stringify(value, (key, item: unknown) => (CHANCE.has(key) ? 0 : typeof item === 'string' ? text(item) : item)))
}

/** That the bridge was let in is stored as well: the one thing a journey on it has beyond one on a native host. */
const isBridgeChoice = (commit: Commit): boolean => commit.entries.some(({ command, input }) => command === 'set_preference' && input['key'] === 'bridge')

/** Teach, draft, publish, approve, call; input that does not fit; revoked during a run; loaded anew. */
async function journey(desk: Desk): Promise<{ readonly answers: readonly unknown[]; readonly page: readonly unknown[]; readonly stored: unknown }> {
  const { operator, agent, opened } = desk
  const plain = plainer()
  const answers: unknown[] = []
  const page: unknown[] = []
  const ask = async (name: string, input = {}): Promise<void> => void answers.push(plain(await agent.ask(name, input)))
  const look = async (id: string): Promise<void> => void page.push(await operator.row(id))

  const tool = await taught(desk, { name: 'park_parcel', parameters: [{ name: 'ticket', description: 'The ticket about it.' }] }, async () => {
    await operator.open('T-1035')
    await operator.set('priority', 'High')
    await operator.set('status', 'Pending')
    await operator.set('tags', 'customs')
  })
  answers.push({ name: tool.name, description: tool.description, inputSchema: tool.inputSchema, readOnly: tool.annotations.readOnly })
  await ask('park_parcel', { ticket: 'T-1034' })
  await eventually(async () => (await operator.row('T-1034')).badge).toBe('performed by agent via tool park_parcel')
  await look('T-1034')
  await eventually(() => operator.toast.getAttribute('data-state')).toBe('done')

  // Input that does not fit is refused by the page, in the page's words, whichever host brings it.
  await ask('park_parcel', {})
  await ask('park_parcel', { ticket: 7 })
  await ask('park_parcel', { ticket: 'T-1028', priority: 'low' })
  await ask('park_parcel', { ticket: 'T-9999' })
  await ask('understudy_publish_tool', { draftId: 'x', force: true })
  await ask('understudy_list_recordings', { offset: -1 })
  await look('T-1028')

  // A call that is refused does not wait for its last line to be stored.
  await eventually(async () => (await storedAudit(opened.page)).filter((type) => type === 'run-finished')).toHaveLength(2)
  await opened.page.reload()
  await operator.ready()
  await agent.tool('park_parcel')
  await eventually(async () => (await operator.row('T-1034')).badge).not.toBe('')
  await look('T-1034')
  await ask('park_parcel', { ticket: 'T-1028' })
  await eventually(async () => (await operator.row('T-1028')).badge).toContain('park_parcel')
  await look('T-1028')

  await operator.press('l')
  const row = opened.page.locator('[data-tool="park_parcel"]').first()
  await row.getByRole('button').first().click()
  await row.locator('[data-action="revoke"]').click()
  await holdSteps(opened.page)
  const revoked = await agent.start('park_parcel', { ticket: 'T-1033' })
  await operator.toast.locator('[data-action="stop-run"]').waitFor()
  await opened.page.locator('[data-action="confirm-revoke"]').click()
  await letStepsGo(opened.page)
  answers.push(plain(await revoked.done))
  await agent.withoutTool('park_parcel')
  await operator.press('Escape')
  await look('T-1033')
  await eventually(async () => (await storedCommits(opened.page)).at(-1)?.audit?.type).toBe('run-finished')
  opened.expectClean()
  return { answers, page, stored: plain((await storedCommits(opened.page)).filter((commit) => !isBridgeChoice(commit))) }
}

describe('the main journey on both hosts', () => {
  const browsers: Browser[] = []
  const lived: Awaited<ReturnType<typeof journey>>[] = []
  beforeAll(async () => {
    for (const { launch: how } of hosts) browsers.push(await launch(how))
  })
  afterAll(() => Promise.all(browsers.map((browser) => browser.close())))

  it.each(hosts.map(({ host }, place) => ({ host, place })))('goes through on the $host', async ({ place }) => {
    const browser = browsers[place]
    const host = hosts[place]
    if (!browser || !host) throw new Error('There is no such host.')
    await using desk = await host.open(browser, { before: STEPS_CAN_BE_HELD })
    lived[place] = await journey(desk)
    expect(lived[place].answers.at(-1)).toMatchObject({ status: 'Completed', output: { ok: false, error: { code: 'REVOKED' } } })
  })

  it('with the same answers, the same page, the same journal and the same audit', () => {
    const [native, bridge] = lived
    expect(native?.answers.length).toBeGreaterThan(0)
    expect(bridge?.answers).toEqual(native?.answers)
    expect(bridge?.page).toEqual(native?.page)
    expect(bridge?.stored).toEqual(native?.stored)
  })
})
