import type { Command } from '../../bus/command.ts'
import type { EntityDef } from '../../bus/entity.ts'
import { assigneeEntity, templateEntity, ticketEntity } from '../entities.ts'
import { addTicketTags } from './addTicketTags.ts'
import { applyTemplate } from './applyTemplate.ts'
import { filterTickets } from './filterTickets.ts'
import { getTicket } from './getTicket.ts'
import { listAssignees } from './listAssignees.ts'
import { listTemplates } from './listTemplates.ts'
import { removeTicketTags } from './removeTicketTags.ts'
import { selectTicket } from './selectTicket.ts'
import { setTicketAssignee } from './setTicketAssignee.ts'
import { setTicketPriority } from './setTicketPriority.ts'
import { setTicketStatus } from './setTicketStatus.ts'
import { setTicketTags } from './setTicketTags.ts'

/** What can be recorded and taught, in the order help and palette show it. */
export const triageCommands: readonly Command[] = [
  filterTickets,
  getTicket,
  listTemplates,
  listAssignees,
  selectTicket,
  setTicketPriority,
  setTicketStatus,
  setTicketAssignee,
  setTicketTags,
  addTicketTags,
  removeTicketTags,
  applyTemplate,
]

/** What the commands work on. */
export const triageEntities: readonly EntityDef[] = [ticketEntity, assigneeEntity, templateEntity]
