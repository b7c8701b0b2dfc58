import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/bus/json.ts'
import { openDesk, taught, useBrowser } from './desk.ts'
import { eventually } from './operator.ts'
import { storedCommits } from './stored.ts'

const browser = useBrowser()

describe('case W17: input that does not fit', () => {
  it('is refused with the path, before anything is dispatched, and is no fault of the tool', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await taught(desk, { name: 'give_and_answer' }, async () => {
      await operator.open('T-1035')
      await operator.set('assignee', 'Lena')
      await operator.set('template', 'Parcel')
    })
    await eventually(async () => (await storedCommits(opened.page)).at(-1)?.audit?.type).toBe('registered')
    const before = await storedCommits(opened.page)
    const row = await operator.row('T-1034')
    const good = { target_ticket: 'T-1034', new_assignee: 'yuki', template: 'exchange' }
    const bad: readonly { readonly what: string; readonly input: Json; readonly path: string }[] = [
      { what: 'missing', input: {}, path: 'target_ticket' },
      { what: 'wrong kind', input: { ...good, target_ticket: 1034 }, path: 'target_ticket' },
      { what: 'wrong form', input: { ...good, target_ticket: 'T 1034!' }, path: 'target_ticket' },
      { what: 'null', input: { ...good, target_ticket: null }, path: 'target_ticket' },
      { what: 'array', input: { ...good, new_assignee: ['yuki'] }, path: 'new_assignee' },
      { what: 'extra', input: { ...good, priority: 'urgent' }, path: 'priority' },
      // Case P21: what is wrong is needed in the last step only.
      { what: 'last step', input: { ...good, template: 7 }, path: 'template' },
      { what: 'no such record', input: { ...good, target_ticket: 'T-9999' }, path: 'target_ticket' },
    ]
    for (const { what, input, path } of bad) {
      const answer = await agent.ask('give_and_answer', input)
      if (what === 'no such record') {
        expect(answer, what).toMatchObject({ ok: false, error: { code: 'NOT_FOUND', applied: [] } })
        continue
      }
      expect(answer, what).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', path, retryable: false }, next: expect.stringContaining(path) })
    }
    expect((await storedCommits(opened.page)).flatMap((commit) => commit.entries)).toEqual(before.flatMap((commit) => commit.entries))
    expect(await operator.row('T-1034')).toEqual(row)

    await operator.press('l')
    const tool = opened.page.locator('[data-region="library"] [data-tool="give_and_answer"]')
    await tool.waitFor()
    expect(await tool.innerText()).not.toContain('failed')
    expect(await agent.ask('give_and_answer', good)).toMatchObject({ ok: true, unchanged: 0 })
  })

  it('is refused by the fixed tools as well', async () => {
    await using desk = await openDesk(browser())
    const { agent } = desk
    for (const [name, input, path] of [
      ['understudy_list_recordings', { offset: -1 }, 'offset'],
      ['understudy_draft_tool', { name: 'x', description: 'x' }, 'recordingIds'],
      ['understudy_draft_tool', { recordingIds: 'one', name: 'x', description: 'x' }, 'recordingIds'],
      ['understudy_publish_tool', {}, 'draftId'],
      ['understudy_publish_tool', { draftId: 'x', force: true }, 'force'],
    ] as const) {
      expect(await agent.ask(name, input as Json), `${name} ${path}`).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', path } })
    }
    expect(await agent.ask('understudy_publish_tool', { draftId: 'unknown' })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  })
})
