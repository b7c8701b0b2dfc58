import { describe, expect, it } from 'vitest'
import { canonical } from '../../../../src/bus/json.ts'
import { exportRecording } from '../../../../src/teach/recording/exportRecording.ts'
import { openDesk, taught } from '../../../support/sessions.ts'
import { ticket } from '../../../support/tickets.ts'

const UGC = ['Umbrella', 'Quaint', 'Zebedee', 'zeb@', 'marmalade', 'crumpet', 'Dear Zebedee', 'brella']

describe('exportRecording', () => {
  const desk = openDesk({
    tickets: [
      ticket(1, { subject: 'Umbrella broken', body: 'Quaint words', requester: { name: 'Zebedee Last', email: 'zeb@example.org' }, tags: ['marmalade'] }),
      ticket(2),
    ],
  })
  const { recording } = taught(desk, (at) => {
    at.filter({ tag: 'marmalade' })
    at.filter({ text: 'brella', sort: 'oldest' }, { how: 'typed' })
    at.open(0)
    at.addTags('crumpet')
    at.removeTags('marmalade')
    at.applyTemplate('refund')
    at.assign('a-2')
    at.read()
  })

  it('leaves out every user-written value, wherever it stands', () => {
    const before = canonical(recording)
    for (const text of UGC) expect(before).toContain(text)
    const after = canonical(exportRecording(recording, { includeText: false }, desk.bus.index))
    for (const text of UGC) expect(after).not.toContain(text)
    expect(after).toContain('User-written text was left out.')
  })

  it('keeps what the catalogue itself writes, the shape, and which texts were equal', () => {
    const bare = exportRecording(recording, { includeText: false }, desk.bus.index)
    expect(bare.steps.map(({ stepId, command }) => [stepId, command])).toEqual(recording.steps.map(({ stepId, command }) => [stepId, command]))
    const assign = bare.steps.find(({ command }) => command === 'set_ticket_assignee')
    expect(assign).toEqual(recording.steps.find(({ command }) => command === 'set_ticket_assignee'))
    const [filter, , open, add] = bare.steps
    const tag = filter?.input['tag']
    expect(tag).toMatch(/^‹text-\d+›$/)
    expect((open?.output as { tags: unknown }).tags).toEqual([tag])
    expect(add?.evidence['tags']).toEqual({ how: 'toggled', added: add?.input['tags'] })
    expect(bare.slice['ticket']?.['T-1001']).toMatchObject({ ticketId: 'T-1001', tags: [tag], requester: { name: expect.stringMatching(/^‹text-/) } })
  })

  it('keeps everything when the person asks for it', () => {
    expect(exportRecording(recording, { includeText: true }, desk.bus.index)).toBe(recording)
  })
})
