import type { EntityDef } from '../bus/entity.ts'
import { Assignee, plainSchema, Template, Ticket, TicketRow } from './model.ts'

/** A ticket. `priority` has an order of its own through the sort; as text it has none, so it is not `ordered`. */
export const ticketEntity: EntityDef = Object.freeze({
  name: 'ticket',
  one: 'ticket',
  many: 'tickets',
  idField: 'ticketId',
  titleField: 'subject',
  versionField: 'version',
  touchedField: 'updatedAt',
  tieField: 'createdAt',
  schema: plainSchema(Ticket),
  rowFields: Object.keys(TicketRow.properties),
  chunk: 1000,
})

/** Somebody tickets can be assigned to. */
export const assigneeEntity: EntityDef = Object.freeze({
  name: 'assignee',
  one: 'assignee',
  many: 'assignees',
  idField: 'assigneeId',
  titleField: 'name',
  schema: plainSchema(Assignee),
  rowFields: ['assigneeId', 'name'],
  chunk: 1000,
})

/** A prepared reply. */
export const templateEntity: EntityDef = Object.freeze({
  name: 'template',
  one: 'template',
  many: 'templates',
  idField: 'templateId',
  titleField: 'name',
  schema: plainSchema(Template),
  rowFields: ['templateId', 'name'],
  chunk: 1000,
})
