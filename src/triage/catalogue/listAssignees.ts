import { Type } from 'typebox'
import { ticketCommand } from '../command.ts'
import { Assignee, assigneesOf } from '../model.ts'

const { assigneeId, name } = Assignee.properties
const row = Type.Object({ assigneeId, name }, { additionalProperties: false })

export const listAssignees = ticketCommand({
  id: 'list_assignees',
  title: 'List assignees',
  description: 'Lists the people tickets can be assigned to.',
  effect: 'read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ rows: Type.Array(row, { 'x-us': { list: 'assignee' } }) }, { additionalProperties: false }),
  plan: (state) => ({ output: { rows: assigneesOf(state).map((assignee) => ({ assigneeId: assignee.assigneeId, name: assignee.name })) } }),
  say: () => ['List the assignees'],
})
