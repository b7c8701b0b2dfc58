import { validatorFor } from 'virtual:validators'
import { catalogue } from '../../src/app/catalogue.ts'
import { newId } from '../../src/app/ids.ts'
import { createBus, type Bus } from '../../src/bus/bus.ts'
import type { JsonObject } from '../../src/bus/json.ts'
import { ASSIGNEES, TEMPLATES, tickets } from '../support/tickets.ts'

/** The page's own bus, with its compiled validators, over so many tickets. */
export const benchBus = (count: number): Bus =>
  createBus({ catalogue, validatorFor, clock: Date.now, newId, records: { ticket: tickets(count), assignee: ASSIGNEES, template: TEMPLATES } })

/** Dispatches as the operator. @throws when it is refused: nothing that fails is measured */
export function dispatch(bus: Bus, command: string, input: JsonObject): void {
  const result = bus.dispatch(command, input, { actor: 'operator', source: 'bench', evidence: {} })
  if (!result.ok) throw new Error(`${command}: ${result.error.message}`)
}

/** Ids spread over all of `count` tickets, from a place that moves on with the rounds. */
export const idsOf = (count: number, many: number, round: number): readonly string[] =>
  Array.from({ length: many }, (_, place) => `T-${1001 + (((round * many + place) * 7919) % count)}`)
