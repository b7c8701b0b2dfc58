import { describe, expect, it } from 'vitest'
import { createHistory } from '../../../src/bus/history.ts'
import { provenanceOf, provenanceWords } from '../../../src/webmcp/provenance.ts'
import { openPage, urgentVip } from './page.ts'

describe('provenanceOf', () => {
  it('names the tool and who called it, until a person changes the record again', async () => {
    const page = openPage()
    page.publish(page.teach(urgentVip), 'escalate')
    expect(provenanceOf(page.bus.commits, 'ticket').size).toBe(0)
    await page.runs.run('escalate', { target_ticket: 'T-1005' }, { actor: 'agent' })
    await page.runs.run('escalate', { target_ticket: 'T-1006' }, { actor: 'operator' })
    const marks = provenanceOf(page.bus.commits, 'ticket')
    expect([...marks].map(([id, mark]) => `${id} ${provenanceWords(mark)}`)).toEqual([
      'T-1005 performed by agent via tool escalate',
      'T-1006 performed by operator via tool escalate',
    ])
    page.bus.dispatch('set_ticket_status', { ticketId: 'T-1005', status: 'solved' }, { actor: 'operator', source: 'ticket' })
    expect([...provenanceOf(page.bus.commits, 'ticket').keys()]).toEqual(['T-1006'])
  })

  it('ends with an undo of the run', async () => {
    const page = openPage()
    page.publish(page.teach(urgentVip), 'escalate')
    const history = createHistory(page.bus)
    await page.runs.run('escalate', { target_ticket: 'T-1005' }, { actor: 'agent' })
    expect(history.undo().ok).toBe(true)
    expect(page.ticket('T-1005')).toMatchObject({ priority: 'low', tags: ['login'] })
    expect(provenanceOf(page.bus.commits, 'ticket').size).toBe(0)
  })
})
