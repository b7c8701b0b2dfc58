import type { Bus } from '../../../src/bus/bus.ts'
import type { Catalogue } from '../../../src/bus/command.ts'
import { deepFreeze, type JsonObject } from '../../../src/bus/json.ts'
import type { Problem } from '../../../src/bus/results.ts'
import { triageCommands, triageEntities } from '../../../src/triage/catalogue/index.ts'
import { consoleCommands } from '../../../src/triage/console/index.ts'
import type { Ticket } from '../../../src/triage/model.ts'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'
import { busOver, operator } from '../../support/desk.ts'

/** The time all of these tests take for now. */
export const NOW = Date.UTC(2026, 10, 30, 9)

export const ticketCatalogue: Catalogue = { commands: [...triageCommands, ...consoleCommands], entities: triageEntities }

/** A bus over the sample desk. */
export const ticketDesk = (): Bus => busOver(ticketCatalogue, sampleRecords(NOW))

/** A bus over the sample desk with these tickets instead. */
export const deskWith = (...tickets: readonly Ticket[]): Bus => busOver(ticketCatalogue, { ...sampleRecords(NOW), ticket: tickets })

/** A frozen ticket that differs from a plain one as told. */
export const ticketWith = (fields: Partial<Ticket> = {}): Ticket =>
  deepFreeze({
    ticketId: 'T-1',
    subject: 'The handle came off',
    body: 'It came off when I opened the door.',
    requester: { name: 'Ana Costa', email: 'ana@example.com' },
    status: 'open',
    priority: 'normal',
    assigneeId: null,
    tags: [],
    reply: '',
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-01T08:00:00.000Z',
    version: 1,
    ...fields,
  })

/** The refusal of a dispatch; one that is not refused fails the test. */
export function refusalOf(bus: Bus, command: string, input: JsonObject): Problem {
  const result = bus.dispatch(command, input, operator)
  if (result.ok) throw new Error(`${command} was not refused.`)
  return result.error
}
