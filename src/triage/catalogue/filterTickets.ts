import { asJson, noAssignee, ticketCommand } from '../command.ts'
import { filterTickets as filter, NOBODY } from '../filter.ts'
import { assigneeOf, ticketsOf } from '../model.ts'
import { Query, sayQuery, TicketList } from '../query.ts'
import { rowOf } from '../rowOf.ts'

export const filterTickets = ticketCommand({
  id: 'filter_tickets',
  title: 'Filter tickets',
  description: 'Lists the tickets for which everything given holds. What is left out does not matter.',
  effect: 'read',
  keys: ['/'],
  argument: 'text',
  input: Query,
  output: TicketList,
  plan(state, _view, query) {
    const { assignee, limit } = query
    if (assignee !== undefined && assignee !== NOBODY && !assigneeOf(state, assignee)) return noAssignee(state, 'assignee')
    const matching = filter(ticketsOf(state), query)
    const shown = limit === undefined ? matching : matching.slice(0, limit)
    return {
      output: asJson({ total: matching.length, rows: shown.map(rowOf) }),
      viewPatch: {
        list: {
          entity: 'ticket',
          command: 'filter_tickets',
          query,
          ids: shown.map((ticket) => ticket.ticketId),
        },
      },
    }
  },
  say: sayQuery,
})
