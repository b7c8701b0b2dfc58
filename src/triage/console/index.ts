import type { Command } from '../../bus/command.ts'
import { closeTicket } from './closeTicket.ts'
import { resetTickets } from './resetTickets.ts'

/** Commands of the console that no recording takes in. */
export const consoleCommands: readonly Command[] = [closeTicket, resetTickets]
