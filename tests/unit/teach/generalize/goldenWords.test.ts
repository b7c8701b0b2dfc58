import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { NONE_OF_THESE, type Answers } from '../../../../src/teach/generalize/types.ts'
import { describeProcedure } from '../../../../src/teach/procedure/words.ts'
import type { Trace } from '../../../../src/teach/recording/types.ts'
import type { Demonstration } from '../../../support/sessions.ts'
import { learnFrom, seededDesk, shown, shownAll } from './learning.ts'

const { index } = seededDesk().bus

type Show = (at: Demonstration) => void

/** The lines of what these demonstrations come to, where every question is answered by the first choice that fits. */
function words(shows: readonly Show[] | readonly Trace[], prefer: (choice: string) => boolean = () => false): readonly string[] {
  const traces = shows.every((one) => typeof one === 'function') ? shownAll(...shows) : shows
  const open = learnFrom(traces)
  const answers: Answers = Object.fromEntries(
    open.questions.map(({ questionId, choices }) => {
      const choice = choices.find(({ choiceId }) => prefer(choiceId))?.choiceId ?? NONE_OF_THESE
      return [questionId, { choice, by: 'person' as const }]
    }),
  )
  const { procedure } = learnFrom(traces, answers)
  return describeProcedure(procedure, index).map((line) => '  '.repeat(line.depth) + plain(line.words))
}

const on =
  (id: string, what: Show): Show =>
  (at) => {
    at.goTo(id)
    what(at)
  }
const rows =
  (query: Parameters<Demonstration['filter']>[0], count: number | 'all', what: Show): Show =>
  (at) => {
    at.filter(query)
    const upTo = count === 'all' ? at.ids.length : count
    for (let row = 0; row < upTo; row += 1) {
      if (row === 0) at.open(0)
      else at.next()
      what(at)
    }
  }

/** Golden texts: what draft and approval show for what was demonstrated. */
describe('procedures in plain words', () => {
  it.each<[string, readonly Show[], readonly string[], ((choice: string) => boolean)?]>([
    ['one write on a given ticket', [on('T-1025', (at) => at.setPriority('urgent'))], ['Take the ticket target_ticket', 'Set priority to urgent']],
    ['shown twice', [on('T-1025', (at) => at.setPriority('urgent')), on('T-1030', (at) => at.setPriority('urgent'))], ['Take the ticket target_ticket', 'Set priority to urgent']],
    ['values that differ', [on('T-1025', (at) => at.setPriority('urgent')), on('T-1030', (at) => at.setPriority('low'))], ['Take the ticket target_ticket', 'Set priority to new_priority']],
    ['an assignee shown once', [on('T-1030', (at) => at.assign('yuki'))], ['Take the ticket target_ticket', 'Assign to new_assignee']],
    ['an assignee shown twice', [on('T-1030', (at) => at.assign('yuki')), on('T-1034', (at) => at.assign('yuki'))], ['Take the ticket target_ticket', 'Assign to yuki']],
    ['unassigning', [on('T-1029', (at) => at.assign(null))], ['Take the ticket target_ticket', 'Assign to nobody']],
    ['to whoever runs it', [on('T-1030', (at) => at.assignToMe())], ['Take the ticket target_ticket', 'Assign to whoever runs it']],
    ['a tag added', [on('T-1030', (at) => at.addTags('seen'))], ['Take the ticket target_ticket', 'Add tag seen']],
    ['tags set by toggling', [on('T-1029', (at) => at.setTags('billing', 'refund', 'subscription', 'vip'))], ['Take the ticket target_ticket', 'Set tags to its tags with vip']],
    ['a template', [on('T-1030', (at) => at.applyTemplate('ask-details'))], ['Take the ticket target_ticket', 'Fill the reply from template template']],
    ['the first of an order', [(at) => { at.filter({ status: ['new'], sort: 'oldest' }); at.open(0); at.setPriority('urgent') }], ['Filter to new, oldest first', 'Take the oldest in the list', 'Set priority to urgent']],
    ['one the caller names from a list', [(at) => { at.filter({ status: ['new'], sort: 'oldest' }); at.open(2); at.setPriority('urgent') }], ['Filter to new, oldest first', 'Take the ticket target_ticket, which must be in the list', 'Set priority of target_ticket to urgent']],
    ['the only one found by a text', [(at) => { at.search('hamish d'); at.open(0); at.setPriority('low') }], ['Filter to new, open, pending or on hold, with the text text, newest first', 'Take the only one in the list', 'Set priority to low']],
    ['a look', [(at) => at.filter({ priority: ['urgent'], sort: 'oldest' })], ['Filter to new, open, pending or on hold, urgent, oldest first']],
    ['a copy', [(at) => { at.openId('T-1028'); at.openId('T-1034'); at.assign('tomasz') }], ['Take the ticket source_ticket', 'Take the ticket target_ticket', 'Assign target_ticket to the assignee of source_ticket']],
    ['a loop shown to its end', [rows({ status: ['on_hold'], sort: 'oldest' }, 'all', (at) => at.setStatus('open'))], ['Filter to on hold, oldest first', 'For each ticket in the list, at most 25', '  Set status to open']],
    ['a loop somebody said yes to', [rows({ status: ['pending'], sort: 'oldest' }, 2, (at) => at.addTags('seen'))], ['Filter to pending, oldest first', 'For each ticket in the list, at most 25', '  Add tag seen'], (choice) => choice === 'all'],
    ['rows the caller names', [rows({ status: ['pending'], sort: 'oldest' }, 2, (at) => at.addTags('seen')), rows({ status: ['pending'], sort: 'oldest' }, 3, (at) => at.addTags('seen'))], ['Filter to pending, oldest first', 'For each ticket of target_tickets, which must be in the list, at most 25', '  Add tag seen']],
    ['a selection of all', [(at) => { at.filter({ status: ['pending'] }); for (const id of at.ids) at.selected(id, 'all').addTags('later') }], ['Filter to pending, newest first', 'For each ticket in the list, at most 25', '  Add tag later']],
    ['two tickets', [(at) => { at.openId('T-1030'); at.addTags('twin'); at.openId('T-1034'); at.addTags('twin') }], ['Take the ticket first_ticket', 'Add tag twin to first_ticket', 'Take the ticket second_ticket', 'Add tag twin to second_ticket']],
  ])('%s', (_what, shows, expected, prefer) => {
    expect(words(shows, prefer)).toEqual(expected)
  })

  it('a ticket open before and one taken from the list are the same task', () => {
    const before = shown(
      (at) => at.setPriority('low'),
      (at) => at.openId('T-1030'),
    )
    expect(words([...shownAll(on('T-1025', (at) => at.setPriority('low'))), { ...before, recordingId: 'before' }])).toEqual(['Set priority of target_ticket to low'])
  })
})
