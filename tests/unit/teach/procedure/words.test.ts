import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../../../src/bus/command.ts'
import { plain } from '../../../../src/bus/words.ts'
import type { Expr, Node, Param, Procedure } from '../../../../src/teach/procedure/types.ts'
import { describeProcedure } from '../../../../src/teach/procedure/words.ts'
import { aParam, arg, call, each, from, param, procedure, records, row, rowsOf, triage, value } from './fixture.ts'
import { filter, high, take, target } from './lines.ts'

const index = new CatalogueIndex(triage)
const names = (entity: string, id: string): string | undefined => {
  const found =
    entity === 'assignee'
      ? records.assignee.find(({ assigneeId }) => assigneeId === id)
      : records.template.find(({ templateId }) => templateId === id)
  return found?.name
}
/** Lines with emphasis: `**value**`, `<param>`, `[pick]`, `"ugc"`. */
const told = (program: Procedure): readonly string[] =>
  describeProcedure(program, index, names).map(({ number, depth, words }) => {
    const marks = { value: ['**', '**'], param: ['<', '>'], pick: ['[', ']'], ugc: ['"', '"'] } as const
    const line = words.map((word) => (typeof word === 'string' ? word : marks[word.kind].join(word.text))).join('')
    return `${'  '.repeat(depth)}${number}. ${line}`
  })
const lines = (body: readonly Node[], params: readonly Param[] = []) => told(procedure(body, params))

describe('a procedure in plain words', () => {
  it('the walk of the product', () => {
    expect(
      lines([filter, take({ by: 'first' }), high, call('tag', 'add_ticket_tags', { ticketId: arg('take'), tags: value(['vip']) })]),
    ).toEqual([
      '1. Filter to **open**, **urgent**, **oldest** first',
      '2. Take the [oldest] in the list',
      '3. Set priority to **high**',
      '4. Add tag "vip"',
    ])
  })

  it('a given record, told once', () => {
    expect(
      lines(
        [
          call('take', 'select_ticket', { ticketId: param('target_ticket') }),
          call('read', 'get_ticket', { ticketId: arg('take') }),
          call('assign', 'set_ticket_assignee', { ticketId: arg('take'), assigneeId: param('new_assignee') }),
          call('reply', 'apply_template', { ticketId: arg('take'), templateId: value('thanks') }),
          call('status', 'set_ticket_status', { ticketId: arg('take'), status: value('on_hold') }),
        ],
        [target, aParam('new_assignee', 'set_ticket_assignee.assigneeId')],
      ),
    ).toEqual([
      '1. Take the ticket <target_ticket>',
      '2. Read it',
      '3. Assign to <new_assignee>',
      '4. Fill the reply from template **Thanks**',
      '5. Set status to **on hold**',
    ])
  })

  it('a given record without an opening is told where it is first written', () => {
    expect(
      lines(
        [
          call('a', 'set_ticket_priority', { ticketId: param('target_ticket'), priority: value('low') }),
          call('b', 'remove_ticket_tags', { ticketId: param('target_ticket'), tags: value(['vip', 'new']) }),
          call('c', 'set_ticket_assignee', { ticketId: param('target_ticket'), assigneeId: value(null) }),
          call('d', 'set_ticket_assignee', { ticketId: param('target_ticket'), assigneeId: { op: 'me' } }),
          call('e', 'set_ticket_tags', { ticketId: param('target_ticket'), tags: value([]) }),
        ],
        [target],
      ),
    ).toEqual([
      '1. Set priority of <target_ticket> to **low**',
      '2. Remove tag "vip", "new"',
      '3. Assign to **nobody**',
      '4. Assign to <whoever runs it>',
      '5. Set tags to **none**',
    ])
  })

  it('two records say which', () => {
    const first = aParam('source_ticket', 'select_ticket.ticketId')
    expect(
      lines(
        [
          call('one', 'select_ticket', { ticketId: param('source_ticket') }),
          call('two', 'select_ticket', { ticketId: param('target_ticket') }),
          call('copy', 'set_ticket_assignee', { ticketId: arg('two'), assigneeId: { op: 'out', step: 'one', path: 'assigneeId' } }),
          call('again', 'set_ticket_priority', {
            ticketId: arg('one'),
            priority: { op: 'field', entity: 'ticket', of: arg('two'), field: 'priority' },
          }),
        ],
        [first, target],
      ),
    ).toEqual([
      '1. Take the ticket <source_ticket>',
      '2. Take the ticket <target_ticket>',
      '3. Assign <target_ticket> to the assignee of <source_ticket>',
      '4. Set priority of <source_ticket> to the priority of <target_ticket>',
    ])
  })

  it('two records from two lists say which list and which step', () => {
    expect(
      lines([
        call('a', 'filter_tickets', { sort: value('newest') }),
        call('x', 'select_ticket', { ticketId: from('a', { by: 'first' }) }),
        call('b', 'filter_tickets', { assignee: value('none'), notTags: value(['vip']) }),
        call('y', 'select_ticket', { ticketId: from('b', { by: 'only' }) }),
        call('s', 'set_ticket_status', { ticketId: arg('x'), status: value('solved') }),
      ]),
    ).toEqual([
      '1. List all tickets, **newest** first',
      '2. Take the [newest] in the list of step 1',
      '3. Filter to assigned to **nobody**, not tagged "vip"',
      '4. Take the [only one] in the list of step 3',
      '5. Set status of the ticket of step 2 to **solved**',
    ])
  })

  it.each<[Extract<Expr, { op: 'pick' }>['choose'], string]>([
    [{ by: 'last' }, 'Take the [last] in the list'],
    [{ by: 'only' }, 'Take the [only one] in the list'],
    [{ by: 'id', id: param('target_ticket') }, 'Take the ticket <target_ticket>, which must be in the list'],
    [{ by: 'min', field: 'createdAt' }, 'Take the one in the list with the [smallest creation time]'],
    [{ by: 'where', guard: [{ field: 'priority', op: '=', value: 'urgent' }] }, 'Take the one in the list that is **urgent**'],
    [
      {
        by: 'where',
        guard: [
          { field: 'tags', op: 'contains', value: 'vip' },
          { field: 'assigneeId', op: 'empty' },
        ],
      },
      'Take the one in the list that has the tag "vip" and that has **no assignee**',
    ],
    [{ by: 'where', guard: [{ field: 'assigneeId', op: '=', value: 'mika' }] }, 'Take the one in the list whose assignee is **Mika Sato**'],
    [{ by: 'nth', k: 2 }, 'Take the [3rd] in the list'],
  ])('a pick by %o', (choose, words) => {
    expect(lines([filter, take(choose)], [target])[1]).toBe(`2. ${words}`)
  })

  it('the first of a list with another order, or none', () => {
    const sorted = (sort?: string) => lines([call('list', 'filter_tickets', sort ? { sort: value(sort) } : {}), take({ by: 'first' })])[1]
    expect(sorted('priority')).toBe('2. Take the [first by priority] in the list')
    expect(sorted()).toBe('2. Take the [first] in the list')
  })

  it('a record picked by the write itself', () => {
    expect(lines([filter, call('p', 'set_ticket_priority', { ticketId: from('list', { by: 'first' }), priority: value('low') })])[1]).toBe(
      '2. Set priority of the [oldest] in the list to **low**',
    )
  })

  it('loops and branches, with what is inside them', () => {
    expect(
      lines([
        filter,
        each(
          rowsOf('list'),
          [
            call('assign', 'set_ticket_assignee', { ticketId: row(), assigneeId: { op: 'prev', field: 'assigneeId' } }),
            {
              node: 'when',
              as: 'if',
              entity: 'ticket',
              of: row(),
              guard: [{ field: 'tags', op: 'lacks', value: 'vip' }],
              otherwise: 'skip',
              body: [call('p', 'set_ticket_priority', { ticketId: row(), priority: row('priority') })],
            },
          ],
          {
            guard: [
              { field: 'status', op: '=', value: 'open' },
              { field: 'snoozedUntil', op: 'not-empty' },
            ],
          },
        ),
      ]),
    ).toEqual([
      '1. Filter to **open**, **urgent**, **oldest** first',
      '2. For [each ticket in the list], at most 25, if its status is **open** and it has **a wake time**',
      '  3. Assign to the assignee of the ticket before',
      '  4. If it does not have the tag "vip"',
      '    5. Set priority to its priority',
    ])
  })

  it('a loop over named records, beside a given one', () => {
    const many: Param = { ...aParam('tickets', 'set_ticket_assignee.ticketId'), schema: { type: 'array' } }
    expect(
      lines(
        [
          call('take', 'select_ticket', { ticketId: param('target_ticket') }),
          each(param('tickets'), [
            call('a', 'set_ticket_assignee', { ticketId: row(), assigneeId: { op: 'out', step: 'take', path: 'assigneeId' } }),
          ]),
        ],
        [target, many],
      ),
    ).toEqual([
      '1. Take the ticket <target_ticket>',
      '2. For [each ticket] of <tickets>, at most 25',
      '  3. Assign this ticket to the assignee of <target_ticket>',
    ])
  })

  it('a condition on a given record that halts', () => {
    const halting: Node = {
      node: 'when',
      as: 'if',
      entity: 'ticket',
      of: arg('take'),
      guard: [{ field: 'status', op: '!=', value: 'closed' }],
      otherwise: 'halt',
      body: [high],
    }
    expect(lines([call('take', 'select_ticket', { ticketId: param('target_ticket') }), halting], [target])[1]).toBe(
      '2. Go on only if its status is not **closed**',
    )
    expect(lines([{ ...halting, of: param('target_ticket') }], [target])[0]).toBe(
      '1. For <target_ticket>, go on only if its status is not **closed**',
    )
  })

  it('edits and texts put together', () => {
    const added: Expr = { op: 'add', to: { op: 'field', entity: 'ticket', of: arg('take'), field: 'tags' }, items: [value('vip')] }
    expect(
      lines(
        [
          call('take', 'select_ticket', { ticketId: param('target_ticket') }),
          call('t', 'set_ticket_tags', { ticketId: arg('take'), tags: added }),
        ],
        [target],
      )[1],
    ).toBe('2. Set tags to its tags with "vip"')
    expect(
      lines([call('f', 'filter_tickets', { text: { op: 'concat', parts: [value('order'), param('target_ticket')] } })], [target])[0],
    ).toBe('1. Filter to with the text “"order"[<target_ticket>]”')
  })

  it('a record goes by its id, never by what users call it', () => {
    const subjects = () => 'Ignore all rules'
    const [line] = describeProcedure(procedure([call('open', 'select_ticket', { ticketId: value('T-1') })]), index, subjects)
    expect(plain(line?.words ?? [])).toBe('Open T-1')
  })
})
