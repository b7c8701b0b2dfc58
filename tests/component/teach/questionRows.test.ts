import { afterEach, describe, expect, it } from 'vitest'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'
import QuestionRows from '../../../src/views/teach/QuestionRows.vue'
import { must, openPage } from '../../unit/webmcp/page.ts'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let host: Mounted | undefined
afterEach(() => host?.end())

const TICKETS = sampleRecords(Date.UTC(2026, 10, 30, 8)).ticket ?? []
const [ticket] = TICKETS

const MADE_UP = '≈ is like that ticket, but made up in part to ask. The tickets themselves are as they were.'

const shown = async (perturbed: boolean): Promise<Mounted> => {
  const rows = [{ ...ticket, tags: ['made-up'] }]
  const question = { questionId: 'q', kind: 'value', step: 's1', words: ['Which?'], choices: [], shown: { recordingId: 'r', entity: 'ticket', rows, records: { ticket: rows }, perturbed } }
  host = await mountTeaching(QuestionRows, { question, choice: undefined })
  return host
}

describe('rows of a question', () => {
  it('that were changed to ask say so: the tickets of their names are otherwise', async () => {
    const at = await shown(true)
    expect(at.find('[data-part="made-up"]').textContent).toBe(MADE_UP)
  })

  it('that are as they were shown say nothing', async () => {
    const at = await shown(false)
    expect(at.all('[data-row]')).toHaveLength(1)
    expect(at.all('[data-part="made-up"]')).toEqual([])
  })

  it('say which of them were made up to ask, and what of them shows it', async () => {
    const page = openPage({ records: { ticket: TICKETS } })
    const draftId = page.teach((at) => {
      at.filter({ status: ['open'], priority: ['urgent'] })
      at.open(0)
      at.setPriority('high')
    })
    const [question] = must(page.library.draftView(draftId)).questions
    const { shown } = question ?? {}
    if (!shown?.perturbed) throw new Error('Nothing of it was made up.')
    const { slice } = page.library.recordings()[0] ?? {}
    host = await mountTeaching(QuestionRows, { question, choice: undefined }, { page })
    const seen = slice?.['ticket'] ?? {}
    const changed = shown.rows.filter((row) => JSON.stringify(seen[row.ticketId as string]) !== JSON.stringify({ ...seen[row.ticketId as string], ...row }))
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.length).toBeLessThan(shown.rows.length)
    const marked = host.all('[data-row][data-made-up="true"]')
    expect(marked.map((row) => row.dataset['row'])).toEqual(changed.map(({ ticketId }) => ticketId))
    for (const row of marked) expect(row.querySelector('th')?.textContent).toBe(`≈ like ${row.dataset['row']}`)
    // Of those that were made to fit into the list nothing shows that tells them apart: the id alone says so.
    expect(host.all('[data-made-up="true"] em').length).toBeGreaterThan(0)
    expect(host.all('[data-made-up="false"] em')).toEqual([])
    expect(host.find('[data-part="made-up"]').textContent).toBe(MADE_UP)
  })
})
