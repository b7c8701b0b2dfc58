import { afterEach, describe, expect, it, vi } from 'vitest'
import { doIt } from '../../support/desk.ts'
import { mountConsole, type Desk } from './mountConsole.ts'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'

const records = { ...sampleRecords(Date.UTC(2026, 10, 30, 9)) }
const query = { status: ['open'], sort: 'oldest', text: 'the' }

let desk: Desk
afterEach(() => desk.end())

/** The console after a reload. @param ids of the list that was on show; the same as now unless given */
async function reloaded(ids?: readonly string[]): Promise<readonly string[]> {
  const before = await mountConsole(records)
  doIt(before.bus, 'filter_tickets', query)
  const now = before.bus.session.view.list?.ids ?? []
  before.end()
  const list = { entity: 'ticket', command: 'filter_tickets', query, ids: ids ?? now }
  const focus = { entity: 'ticket', id: list.ids[2] ?? '' }
  desk = await mountConsole(records, { view: { list, focus }, cursor: list.ids[2] ?? null, top: 0 })
  return list.ids
}

const rows = (): readonly (string | undefined)[] => desk.wrapper.findAll('[role="row"]').map((row) => row.attributes('data-ticket-id'))

describe('the console of a tab whose page was loaded anew', () => {
  it('begins with the list, the row, the search and the ticket it had, and asks for nothing', async () => {
    const ids = await reloaded()
    expect(ids.length).toBeGreaterThan(3)
    expect(rows()).toEqual(ids)
    expect(desk.current()).toBe(ids[2])
    expect(desk.wrapper.get('[data-open-ticket]').attributes('data-open-ticket')).toBe(ids[2])
    expect(desk.wrapper.get<HTMLInputElement>('[data-filter="text"]').element.value).toBe('the')
    expect(desk.bus.journal).toEqual([])
    expect(desk.bus.commits).toEqual([])
    await desk.press('j')
    expect(desk.current()).toBe(ids[3])
  })

  it('keeps what stood of the query when a part of it is changed', async () => {
    await reloaded()
    await desk.wrapper.get('[data-filter="text"]').setValue('')
    expect(desk.last('filter_tickets')).toMatchObject({
      input: { status: ['open'], sort: 'oldest' },
      evidence: { status: { how: 'kept' }, sort: { how: 'kept' } },
    })
  })

  it('offers to ask anew only where that would give other tickets', async () => {
    await reloaded()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(desk.wrapper.find('[data-action="refresh"]').exists()).toBe(false)
  })

  it('shows which rows no longer belong to the list, and that others would', async () => {
    const solved = records.ticket.find(({ status }) => status === 'solved')?.['ticketId'] as string
    const [kept] = await reloaded([solved, 'T-1037', 'T-1033'])
    expect(rows()[0]).toBe(kept)
    expect(desk.wrapper.get(`[data-ticket-id="${solved}"]`).classes()).toContain('stale')
    await vi.waitFor(() => expect(desk.wrapper.find('[data-action="refresh"]').exists()).toBe(true))
    await desk.wrapper.get('[data-action="refresh"]').trigger('click')
    expect(rows()).not.toContain(solved)
    expect(desk.wrapper.find('[data-action="refresh"]').exists()).toBe(false)
    expect(desk.wrapper.findAll('.stale')).toHaveLength(0)
  })
})
