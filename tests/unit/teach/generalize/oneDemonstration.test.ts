import { describe, expect, it } from 'vitest'
import { alarms, argOf, commandsOf, did, kindsOf, learn, paramsOf, runOn, seededDesk, shown } from './learning.ts'

/** Each is shown once, then run on a desk in another state, and the changes are compared to the last field. */
describe('one demonstration', () => {
  it('an open ticket with three writes: the caller says which ticket, all else is as shown, and nothing alarms', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1025')
        at.setPriority('urgent')
        at.setStatus('pending')
        at.addTags('vip')
      }),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(alarms(learned)).toEqual([])
    expect(kindsOf(learned)).toEqual(['caller-says', 'shown-once'])
    expect(learned.failed).toEqual([])
    const desk = seededDesk({ 'T-1011': { tags: ['idea', 'later'] } })
    expect(did(runOn(desk, learned.procedure, { target_ticket: 'T-1011' }))).toEqual({
      'T-1011.priority': 'urgent',
      'T-1011.status': 'pending',
      'T-1011.tags': ['idea', 'later', 'vip'],
    })
  })

  it('case T10: another argument reaches every write of the record', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1025')
        at.assign('amara')
        at.setPriority('low')
      }),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true, new_assignee: false })
    expect(learned.procedure.params.map(({ default: value }) => value)).toEqual([undefined, 'amara'])
    const args = { target_ticket: 'T-1030', new_assignee: 'yuki' }
    expect(did(runOn(seededDesk(), learned.procedure, args))).toEqual({ 'T-1030.assigneeId': 'yuki', 'T-1030.priority': 'low' })
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1037' }))).toEqual({
      'T-1037.assigneeId': 'amara',
      'T-1037.priority': 'low',
    })
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-9999' }))).toBe('NOT_FOUND')
  })

  it('filter, then the first by oldest: the tool takes its own', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ assignee: 'none', sort: 'oldest' })
        at.open(0)
        at.setPriority('high')
      }),
    )
    expect(paramsOf(learned)).toEqual({})
    expect(argOf(learned, 'select_ticket', 'ticketId')).toMatchObject({ op: 'pick', choose: { by: 'first' } })
    expect(alarms(learned)).toEqual([])
    expect(learned.failed).toEqual([])
    // Shown on T-1011, the oldest; elsewhere that one is taken and another is the oldest.
    const desk = seededDesk({ 'T-1011': { assigneeId: 'noor' }, 'T-1022': { status: 'solved' } })
    expect(did(runOn(desk, learned.procedure))).toEqual({ 'T-1023.priority': 'high' })
  })

  it('the last under a sort that was set', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ status: ['pending'], sort: 'updated' })
        at.open(at.ids.length - 1)
        at.setStatus('solved')
      }),
    )
    expect(argOf(learned, 'select_ticket', 'ticketId')).toMatchObject({ op: 'pick', choose: { by: 'last' } })
    expect(learned.failed).toEqual([])
    const desk = seededDesk({ 'T-1018': { updatedAt: '2026-11-01T00:00:00.000Z' } })
    expect(did(runOn(desk, learned.procedure))).toEqual({ 'T-1018.status': 'solved' })
  })

  it('case P01: filter and the first row in an order nobody set: the given ticket must be in that list', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ status: ['open'], priority: ['urgent'] })
        at.open(0)
        at.setPriority('high')
      }),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(argOf(learned, 'select_ticket', 'ticketId')).toMatchObject({ op: 'pick', choose: { by: 'id', id: { op: 'param' } } })
    expect(kindsOf(learned)).toContain('undecided-pick')
    expect(learned.questions.map(({ kind, safe }) => [kind, safe])).toEqual([['pick', 'caller']])
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1022' }))).toEqual({ 'T-1022.priority': 'high' })
    const outside = runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1036' })
    expect(did(outside)).toBe('GUARD_UNMET')
    expect(outside.changes).toEqual([])
  })

  it('a filter with a single result takes the only one, and stops on none and on several', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ status: ['on_hold'], priority: ['low'] })
        expect(at.ids).toEqual(['T-1012'])
        at.open(0)
        at.setStatus('open')
      }),
    )
    expect(paramsOf(learned)).toEqual({})
    expect(learned.failed).toEqual([])
    const other = { 'T-1012': { status: 'solved' }, 'T-1024': { priority: 'low' } }
    expect(did(runOn(seededDesk(other), learned.procedure))).toEqual({ 'T-1024.status': 'open' })
    expect(did(runOn(seededDesk({ 'T-1012': { status: 'solved' } }), learned.procedure))).toBe('GUARD_UNMET')
    expect(did(runOn(seededDesk({ 'T-1024': { priority: 'low' } }), learned.procedure))).toBe('GUARD_UNMET')
  })

  it('case P08: a search typed letter by letter and refined is one filter, and what it looked for is asked for', () => {
    const learned = learn(
      shown((at) => {
        at.search('petra')
        at.search('hamish d')
        at.open(0)
        at.setPriority('low')
      }),
    )
    expect(commandsOf(learned)).toEqual(['filter_tickets', 'select_ticket', 'set_ticket_priority'])
    expect(paramsOf(learned)).toEqual({ text: true })
    expect(argOf(learned, 'select_ticket', 'ticketId')).toMatchObject({ op: 'pick', choose: { by: 'only' } })
    expect(learned.args).toEqual({ text: 'hamish d' })
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { text: 'Callum' }))).toEqual({ 'T-1029.priority': 'low' })
    expect(did(runOn(seededDesk(), learned.procedure, { text: 'invoice' }))).toBe('GUARD_UNMET')
  })

  it('case P03: a tag added by writing the whole list leaves the tags another ticket has', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1029')
        at.setTags('billing', 'refund', 'subscription', 'vip')
      }),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(alarms(learned)).toEqual([])
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1016' }))).toEqual({ 'T-1016.tags': ['sync', 'bug', 'vip'] })
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1031' }))).toEqual({})
  })

  it('case P04: one of several tags removed takes only that one elsewhere', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1029')
        at.setTags('billing', 'subscription')
      }),
    )
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1008' }))).toEqual({ 'T-1008.tags': ['billing'] })
  })

  it('tags both added and removed in one go', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1029')
        at.setTags('vip', 'billing')
      }),
    )
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1021' }))).toEqual({ 'T-1021.tags': ['billing', 'vip'] })
  })

  it('an assignee copied from a ticket that was only looked at: two tickets are asked for, and it is said', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1028')
        at.openId('T-1034')
        at.assign('tomasz')
      }),
    )
    expect(paramsOf(learned)).toEqual({ source_ticket: true, target_ticket: true })
    expect(alarms(learned)).toEqual(['warn copied'])
    expect(learned.failed).toEqual([])
    const args = { source_ticket: 'T-1015', target_ticket: 'T-1035' }
    expect(did(runOn(seededDesk(), learned.procedure, args))).toEqual({ 'T-1035.assigneeId': 'lena' })
  })

  it('an assignee that also stands in a ticket opened for another reason is asked for, never assumed', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1028')
        at.setPriority('high')
        at.openId('T-1034')
        at.assign('tomasz')
      }),
    )
    expect(paramsOf(learned)).toEqual({ first_ticket: true, second_ticket: true, new_assignee: true })
    expect(kindsOf(learned)).toContain('rivals')
    expect(learned.questions.map(({ kind, safe }) => [kind, safe])).toEqual([['value', 'caller']])
  })

  it('a template and a status', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1030')
        at.applyTemplate('ask-details')
        at.setStatus('pending')
      }),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true, template: false })
    expect(alarms(learned)).toEqual([])
    expect(learned.failed).toEqual([])
    const outcome = runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1033' })
    expect(did(outcome)).toEqual({ 'T-1033.status': 'pending', 'T-1033.reply': expect.stringContaining('Hi Petra') })
  })

  it('a template whose text names an assignee that is set later settles when run again', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1030')
        at.applyTemplate('ask-details')
        at.assign('yuki')
      }),
    )
    expect(learned.failed).toEqual([])
  })

  it('case P07: a corrected mistake is one write', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1030')
        at.setPriority('low')
        at.setPriority('urgent')
      }),
    )
    expect(commandsOf(learned)).toEqual(['select_ticket', 'set_ticket_priority'])
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1033' }))).toEqual({ 'T-1033.priority': 'urgent' })
  })

  it('the wrong ticket opened first leaves no trace', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1024')
        at.openId('T-1030')
        at.setStatus('solved')
      }),
    )
    expect(commandsOf(learned)).toEqual(['select_ticket', 'set_ticket_status'])
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(alarms(learned)).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1033' }))).toEqual({ 'T-1033.status': 'solved' })
  })

  it('a ticket already open before Teach, from a list set before Teach: only the ticket is asked for', () => {
    const trace = shown(
      (at) => {
        at.setPriority('high')
        at.setStatus('solved')
      },
      (at) => {
        at.filter({ priority: ['normal'], sort: 'oldest' })
        at.open(0)
      },
    )
    const learned = learn(trace)
    expect(commandsOf(learned)).toEqual(['set_ticket_priority', 'set_ticket_status'])
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(alarms(learned)).toEqual([])
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1033' }))).toEqual({
      'T-1033.priority': 'high',
      'T-1033.status': 'solved',
    })
  })

  it('case P02: two tickets, the same change: as many parameters as tickets', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1030')
        at.setPriority('high')
        at.addTags('vip')
        at.openId('T-1034')
        at.setPriority('high')
        at.addTags('vip')
      }),
    )
    expect(paramsOf(learned)).toEqual({ first_ticket: true, second_ticket: true })
    expect(alarms(learned)).toEqual([])
    expect(learned.failed).toEqual([])
    const args = { first_ticket: 'T-1035', second_ticket: 'T-1033' }
    expect(did(runOn(seededDesk(), learned.procedure, args))).toEqual({
      'T-1035.priority': 'high',
      'T-1035.tags': ['shipping', 'vip'],
      'T-1033.priority': 'high',
      'T-1033.tags': ['howto', 'website', 'vip'],
    })
  })

  it('two tickets of one sorted list: neither is "the first", both are named and must be in it', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ status: ['new'], sort: 'oldest' })
        at.open(0)
        at.setPriority('urgent')
        at.next()
        at.setPriority('urgent')
      }),
    )
    expect(paramsOf(learned)).toEqual({ first_ticket: true, second_ticket: true })
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { first_ticket: 'T-1034', second_ticket: 'T-1030' }))).toBe('GUARD_UNMET')
  })

  it('the same assignee for two tickets is one parameter', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1030')
        at.assign('yuki')
        at.openId('T-1034')
        at.assign('yuki')
      }),
    )
    expect(paramsOf(learned)).toEqual({ first_ticket: true, second_ticket: true, new_assignee: false })
    expect(learned.failed).toEqual([])
  })

  it('a look-up only returns what it finds', () => {
    const learned = learn(shown((at) => at.filter({ priority: ['urgent'], sort: 'oldest' })))
    expect(commandsOf(learned)).toEqual(['filter_tickets'])
    expect(paramsOf(learned)).toEqual({})
    expect(alarms(learned)).toEqual([])
    expect(learned.failed).toEqual([])
    const outcome = runOn(seededDesk({ 'T-1020': { status: 'closed' } }), learned.procedure)
    expect(outcome.result?.rows.map((row) => row['ticketId'])).toEqual(['T-1022', 'T-1031', 'T-1036', 'T-1039'])
  })

  it('case P09: unassigning clears, and there is no argument for it', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1029')
        at.assign(null)
      }),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1031' }))).toEqual({ 'T-1031.assigneeId': null })
  })

  it('case P10: parts of the query that were not given stay unset, an optional one may be given', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ assignee: 'jonas', status: null })
        at.filter({ sort: 'oldest' })
        at.open(0)
        at.setPriority('high')
      }),
    )
    expect(paramsOf(learned)).toEqual({ assignee: false })
    expect(Object.keys(callArgs(learned))).toEqual(['assignee', 'sort'])
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, {}))).toEqual({ 'T-1002.priority': 'high' })
    expect(did(runOn(seededDesk(), learned.procedure, { assignee: 'tomasz' }))).toEqual({ 'T-1013.priority': 'high' })
  })

  it('case T06: the third row, chosen by hand, is never "the third row"', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ status: ['open'], sort: 'oldest' })
        at.open(2)
        at.setPriority('low')
      }),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(JSON.stringify(learned.procedure)).not.toContain('nth')
    expect(JSON.stringify(learned.reasons)).toContain('"nth"')
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1031' }))).toEqual({ 'T-1031.priority': 'low' })
  })

  it('a row under the cursor of a list that stood there: the caller says which', () => {
    const learned = learn(shown((at) => at.onRow(0).setPriority('high')))
    expect(commandsOf(learned)).toEqual(['set_ticket_priority'])
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(alarms(learned)).toEqual([])
  })

  it('a row under the cursor of a list that was set: taken like one that was opened', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ status: ['on_hold'], sort: 'oldest' })
        at.onRow(0).setStatus('open')
        at.onRow(0).addTags('vip')
      }),
    )
    expect(paramsOf(learned)).toEqual({})
    expect(learned.failed).toEqual([])
    const desk = seededDesk({ 'T-1008': { status: 'solved' } })
    expect(did(runOn(desk, learned.procedure))).toEqual({ 'T-1012.status': 'open', 'T-1012.tags': ['idea', 'handwriting', 'vip'] })
  })

  it('"assign to me" assigns to whoever runs it', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1030')
        at.assignToMe()
      }),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(kindsOf(learned)).toContain('me')
    expect(alarms(learned)).toEqual([])
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1034' }, 'mika'))).toEqual({ 'T-1034.assigneeId': 'mika' })
  })

  it('a ticket found by typing its id is one parameter, for the search and for the ticket', () => {
    const learned = learn(
      shown((at) => {
        at.search('T-1034')
        at.open(0)
        at.setPriority('high')
      }),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(JSON.stringify(learned.procedure.body)).not.toContain('T-1034')
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1030' }))).toEqual({ 'T-1030.priority': 'high' })
  })
})

const callArgs = (learned: ReturnType<typeof learn>) =>
  learned.procedure.body.flatMap((node) => (node.node === 'call' && node.command === 'filter_tickets' ? [node.args] : []))[0] ?? {}
