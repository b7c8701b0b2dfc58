import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { createPacks } from '../../../src/webmcp/packs/packs.ts'
import { must, PERSON, turns } from '../webmcp/page.ts'
import { openOrderPage, orderPageValidators, type OrderPage } from './orderPage.ts'
import { KIEL, on, onCustomerOf, ULM } from './shows.ts'

const readdress = (page: OrderPage) =>
  page.tool('readdress', [on('O-2003', (at) => at.act('set_ship_to', { shipTo: KIEL })), on('O-2001', (at) => at.act('set_ship_to', { shipTo: ULM }))])

const packsOf = (page: OrderPage) => {
  let id = 0
  return createPacks({ bus: page.bus, library: page.library, validatorFor: orderPageValidators, newId: () => `p${++id}`, clock: () => Date.UTC(2026, 10, 30, 13) })
}

/** From the first look of an agent to a pack in another page, over a catalogue the code has never seen. */
describe('the life of a tool of an order desk', () => {
  it('an agent finds the recordings, drafts from two of them, and publishes what a person approves', async () => {
    const page = openOrderPage()
    await page.fixed.register(page.provider)
    const recordingIds = ['O-2003', 'O-2004'].map((id) => page.record(onCustomerOf(id, (at) => at.act('set_credit', { creditCents: 300 }))))
    const list = await page.host.call('understudy_list_recordings', {})
    expect(list).toMatchObject({ ok: true, recordings: [{ recordingId: recordingIds[1] }, { recordingId: recordingIds[0] }] })
    const drafted = await page.host.call('understudy_draft_tool', { recordingIds, name: 'say_sorry', description: 'Credits the customer of an order.' })
    expect(drafted).toMatchObject({ ok: true, questions: [], tool: { name: 'say_sorry' } })
    const asked = page.host.call('understudy_publish_tool', { draftId: drafted['draftId'] as string })
    await turns()
    const [request] = page.approvals.waiting()
    must(page.approvals.approve(request?.requestId ?? '', PERSON))
    expect(await asked).toMatchObject({ ok: true, status: 'published', tool: { name: 'say_sorry' } })
    expect(await page.call('say_sorry', { source_order: 'O-2008' })).toMatchObject({ ok: true, changed: [{ field: 'creditCents', to: 300 }] })
  })

  it('a step shown again takes the place of the old one in both demonstrations', async () => {
    const page = openOrderPage()
    page.tool('hurry', [
      on('O-2003', (at) => {
        at.act('set_urgency', { urgency: 'rush' })
        at.act('write_note', { note: 'soon' })
      }),
      on('O-2004', (at) => {
        at.act('set_urgency', { urgency: 'rush' })
        at.act('write_note', { note: 'soon' })
      }),
    ])
    const as = page.library.tool('hurry')?.procedure.body.flatMap((node) => (node.node === 'call' && node.command === 'write_note' ? [node.as] : []))[0] ?? ''
    const draft = must(page.repairs.finish(must(page.repairs.target('hurry', as)), page.shown(on('O-2007', (at) => at.act('set_ship_to', { shipTo: KIEL })))))
    page.publish(draft.draftId)
    expect(await page.call('hurry', { target_order: 'O-2006' })).toMatchObject({ ok: true, changed: [{ field: 'shipTo' }, { field: 'urgency', to: 'rush' }] })
    expect(page.order('O-2006')).toMatchObject({ shipTo: KIEL, note: '' })
  })

  it('a pack carries it to another desk, where it is looked at first', async () => {
    const made = openOrderPage()
    readdress(made)
    const { text } = must(packsOf(made).export({ includeText: false }))
    // What customers wrote stays at home.
    expect(text).not.toContain(KIEL.street)
    const there = openOrderPage()
    const packs = packsOf(there)
    const pack = must(packs.open(text))
    const shown = packs.review(pack)
    expect(shown.entries.map(({ standing, compiled }) => [standing, compiled.name])).toEqual([['new', 'readdress']])
    must(packs.accept({ pack, shown, renames: new Map(), places: [0], gesture: PERSON, via: 'drop' }))
    await turns()
    const input: JsonObject = { target_order: 'O-2006', new_street: 'Am Wall 7', new_city: 'Bremen', new_zip: '28195' }
    expect(await there.call('readdress', input)).toMatchObject({ ok: true, changed: [{ orderId: 'O-2006', field: 'shipTo' }] })
  })

  it('a reload brings it back as it was approved', async () => {
    const page = openOrderPage()
    const tool = readdress(page)
    const records = Object.fromEntries(['recording', 'draft', 'tool'].map((kind) => [kind, page.bus.session.records.list(kind)]))
    const again = openOrderPage({ records, prefix: 'n' })
    await again.registry.restore()
    expect(again.host.tools.get('readdress')).toMatchObject({ ...tool.compiled })
    expect(must(again.library.draftView(tool.draftId)).steps.length).toBe(2)
  })
})
