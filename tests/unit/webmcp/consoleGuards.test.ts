import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { Demonstration } from '../../support/sessions.ts'
import { must, openPage, ticketPatches, type Page } from './page.ts'

const FULL = Array.from({ length: 20 }, (_, place) => `t${place}`)
const PERSON = { actor: 'operator', source: 'ticket' } as const

interface Guarded {
  readonly what: string
  readonly show: (at: Demonstration) => void
  /** Brings the desk where the console refuses. */
  readonly before?: (page: Page) => void
  /** What a person would do by hand, and what the tool is called with. */
  readonly command: readonly [id: string, input: JsonObject]
  readonly args: JsonObject
}

const remove = (page: Page, entity: string, id: string): void => {
  const record = page.bus.session.records.get(entity, id)
  if (!record) throw new Error(`There is no ${id}.`)
  page.bus.apply([{ op: 'remove', entity, id, record }], { actor: 'system', source: 'test' })
}

const GUARDED: readonly Guarded[] = [
  {
    what: 'a ticket that has as many tags as it can have',
    show: (at) => at.addTags('vip'),
    before: (page) => void page.bus.dispatch('set_ticket_tags', { ticketId: 'T-1009', tags: FULL }, PERSON),
    command: ['add_ticket_tags', { ticketId: 'T-1009', tags: ['vip'] }],
    args: { target_ticket: 'T-1009' },
  },
  {
    what: 'an assignee who has left',
    show: (at) => at.assign('a-3'),
    before: (page) => remove(page, 'assignee', 'a-3'),
    command: ['set_ticket_assignee', { ticketId: 'T-1009', assigneeId: 'a-3' }],
    args: { target_ticket: 'T-1009', new_assignee: 'a-3' },
  },
  {
    what: 'a template that is gone',
    show: (at) => at.applyTemplate('wait'),
    before: (page) => remove(page, 'template', 'wait'),
    command: ['apply_template', { ticketId: 'T-1009', templateId: 'wait' }],
    args: { target_ticket: 'T-1009', new_template: 'wait' },
  },
  {
    what: 'a ticket that is gone',
    show: (at) => at.setStatus('solved'),
    before: (page) => remove(page, 'ticket', 'T-1009'),
    command: ['set_ticket_status', { ticketId: 'T-1009', status: 'solved' }],
    args: { target_ticket: 'T-1009' },
  },
]

describe('case T19: what the console refuses on a field', () => {
  it.each(GUARDED)('the taught tool is refused as well, after a step that was fine: $what', async ({ show, before, command, args }) => {
    const page = openPage()
    const draftId = page.teach((at) => {
      at.open(2)
      at.setPriority('urgent')
      show(at)
    })
    const { name, procedure } = page.publish(draftId, 'guarded')
    const given = Object.fromEntries(Object.entries(args).filter(([key]) => procedure.params.some((param) => param.name === key)))
    before?.(page)
    const byHand = page.bus.dispatch(...command, PERSON)
    if (byHand.ok) throw new Error('The console does not refuse this.')
    const patched = ticketPatches(page.bus)
    const run = await page.runs.run(name, given, { actor: 'agent', source: 'host' })
    expect(run).toMatchObject({ ok: false, error: { code: byHand.error.code } })
    expect(ticketPatches(page.bus)).toBe(patched)
    expect(page.bus.session.records.get('ticket', 'T-1009')?.priority ?? 'low').toBe('low')
  })

  it('also where the value is the caller’s: what the control does not offer is refused before the first step', async () => {
    const page = openPage()
    const draftId = page.teach((at) => {
      at.open(2)
      at.addTags('vip')
      at.setStatus('solved')
    })
    must(page.library.editDraft(draftId, { edits: [{ edit: 'parameter', step: 's3', leaf: 'status' }] }))
    page.publish(draftId, 'guarded')
    const patched = ticketPatches(page.bus)
    const run = await page.runs.run('guarded', { target_ticket: 'T-1009', new_status: 'banished' }, { actor: 'agent', source: 'host' })
    expect(run).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', path: 'new_status' } })
    expect(page.bus.dispatch('set_ticket_status', { ticketId: 'T-1009', status: 'banished' }, PERSON)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(ticketPatches(page.bus)).toBe(patched)
  })
})
