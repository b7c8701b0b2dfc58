import { CatalogueIndex } from '../../../src/bus/command.ts'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { Rec } from '../../../src/bus/state.ts'
import { plain } from '../../../src/bus/words.ts'
import { demonstratedArgs } from '../../../src/teach/generalize/demonstratedArgs.ts'
import { generalize } from '../../../src/teach/generalize/generalize.ts'
import type { Answers, Edit, Generalized } from '../../../src/teach/generalize/types.ts'
import { verify } from '../../../src/teach/generalize/checks/verify.ts'
import { describeProcedure } from '../../../src/teach/procedure/words.ts'
import type { Trace } from '../../../src/teach/recording/types.ts'
import { orderDesk, orders } from '../../fixtures/orderDesk/catalogue.ts'
import { taughtOrders, type Show } from '../../fixtures/orderDesk/session.ts'
import { busOver, runtimeValidators } from '../../support/desk.ts'

export const index = new CatalogueIndex(orderDesk)
export const validatorFor = runtimeValidators(orderDesk)

export const deskOf = (records: Readonly<Record<string, readonly Rec[]>> = orders()) => ({ bus: busOver(orderDesk, records) })

export interface LearntOrders extends Generalized {
  readonly traces: readonly Trace[]
  /** Input that does what the first demonstration did. */
  readonly args: JsonObject
  /** Checks that failed, in words. */
  readonly failed: readonly string[]
  /** The steps in plain words. */
  readonly lines: readonly string[]
}

/** What these demonstrations, each on a desk of its own, come to. */
export const learnOrders = (...shows: readonly Show[]): LearntOrders =>
  learnFrom(shows.map((show, day) => taughtOrders(show, { id: `day-${day + 1}` })))

export function learnFrom(traces: readonly Trace[], answers: Answers = {}, edits: readonly Edit[] = []): LearntOrders {
  const result = generalize(traces, index, answers, edits)
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`)
  const { procedure, dropped } = result.value
  const [first] = traces
  return {
    ...result.value,
    traces,
    args: first ? demonstratedArgs(procedure, first, index) : {},
    failed: verify(procedure, traces, index, validatorFor, dropped)
      .filter(({ ok }) => !ok)
      .map(({ kind, words }) => `${kind}: ${plain(words)}`),
    lines: describeProcedure(procedure, index).map(({ depth, words }) => '  '.repeat(depth) + plain(words)),
  }
}
