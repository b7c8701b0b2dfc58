import { afterEach, describe, expect, it } from 'vitest'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'
import QuestionRows from '../../../src/views/teach/QuestionRows.vue'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let host: Mounted | undefined
afterEach(() => host?.end())

const [ticket] = sampleRecords(Date.UTC(2026, 10, 30, 8)).ticket ?? []

const shown = async (perturbed: boolean): Promise<Mounted> => {
  const rows = [{ ...ticket, tags: ['made-up'] }]
  const question = { questionId: 'q', kind: 'value', step: 's1', words: ['Which?'], choices: [], shown: { recordingId: 'r', entity: 'ticket', rows, records: { ticket: rows }, perturbed } }
  host = await mountTeaching(QuestionRows, { question, choice: undefined })
  return host
}

describe('rows of a question', () => {
  it('that were changed to ask say so: the tickets of their names are otherwise', async () => {
    const at = await shown(true)
    expect(at.find('[data-part="made-up"]').textContent).toBe('Some of this is made up to ask; the tickets themselves are as they were.')
  })

  it('that are as they were shown say nothing', async () => {
    const at = await shown(false)
    expect(at.all('[data-row]')).toHaveLength(1)
    expect(at.all('[data-part="made-up"]')).toEqual([])
  })
})
