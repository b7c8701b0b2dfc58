import { asText, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Chosen } from '../../page/seen.ts'
import { asSteps, fieldSteps, onRow } from './fieldSteps.ts'
import { FIRST_QUERY, filterSteps } from './filterSteps.ts'
import { click, doing, follows, NOTHING, press, without, type PersonSteps, type Reader, type Told } from './reading.ts'

/** How long a key was under way, in milliseconds since 1970: what the console made of it came in between. */
export interface Press {
  readonly keys: string
  readonly at: number
  readonly until: number
}

/** Keys that were taken by the console. */
export const pressesIn = (all: readonly Told[]): readonly Press[] => all.flatMap(({ at, seen }) => (seen?.did === 'press' ? [{ keys: seen.keys, at, until: seen.until }] : []))

/** Whether something came of such a key. */
export const byKey = (presses: readonly Press[], keys: string, at: number): boolean => presses.some((one) => one.keys === keys && one.at <= at && at <= one.until)

const UNDOING = new Set(['Control+z', 'Control+Shift+z'])

/** Which control of the list does what, by where its command says it came from. */
const LIST_CONTROLS: Readonly<Record<string, readonly string[]>> = { nav: ['data-nav', 'clear-filter'], list: ['refresh'], filter: ['data-named'] }

/** Reads the work at the console: the list and its filters, tickets and their fields, undo and redo by key. */
export function readDesk(all: readonly Told[]): Reader {
  const presses = pressesIn(all)
  let query: JsonObject = FIRST_QUERY
  let chosen: { readonly at: number; readonly seen: Chosen } | null = null
  let clicked: { readonly at: number; readonly hook: string } | null = null
  let pasted: { readonly at: number } | null = null
  /** Moves of the cursor while no ticket is open. */
  let moves: readonly Json[] = []

  function saw({ at, seen }: Told): PersonSteps | undefined {
    if (seen?.did === 'choose' && /^(field|filter):/.test(seen.from)) chosen = { at, seen }
    else if (seen?.did === 'click' && (seen.in === 'list' || seen.in === 'ticket')) clicked = { at, hook: seen.hook }
    else if (seen?.did === 'paste') pasted = { at }
    else if (seen?.did === 'press') {
      if (UNDOING.has(seen.keys)) return doing(press(seen.keys))
      if (seen.keys !== 'Escape') moves = [...moves, press(seen.keys)]
    } else return undefined
    return NOTHING
  }

  const choice = (at: number): Chosen | null => (follows(at, chosen) ? (chosen?.seen ?? null) : null)

  function filtered(now: JsonObject, source: string, at: number): PersonSteps {
    const before = query
    query = now
    const control = follows(at, clicked) && LIST_CONTROLS[source]?.some((name) => clicked?.hook.includes(name)) ? clicked : null
    clicked = null
    if (control) return doing(click(control.hook))
    // The console asks for its list with the page.
    if (source === 'list') return NOTHING
    if (source === 'nav') return without('a part of the work that was chosen for the list')
    if (follows(at, pasted)) return without('a search that was pasted')
    return filterSteps(before, now, choice(at))
  }

  return (told) => {
    const { at, detail } = told
    if (told.seen) return saw(told)
    const { command, input, source = '', actor, run } = detail
    if (actor !== 'operator' || run !== undefined || typeof command !== 'string' || !isObject(input)) return undefined
    const from = asText(source)
    switch (command) {
      case 'filter_tickets':
        return filtered(input, from, at)
      case 'select_ticket':
        moves = []
        return doing({ human: 'open', ticket: asText(input.ticketId) })
      case 'close_ticket':
        if (byKey(presses, 'Escape', at)) return doing(press('Escape'))
        return follows(at, clicked) && clicked?.hook.includes('back') ? doing(click(clicked.hook)) : without('a ticket that was closed')
      default: {
        if (from !== 'ticket' && from !== 'list') return undefined
        const steps = fieldSteps(command, input, choice(at))
        if (steps === undefined) return undefined
        const done = asSteps(steps)
        if (from === 'ticket' || 'leftOut' in done) return done
        const way = onRow(moves, asText(input.ticketId))
        moves = []
        return doing(...way, ...done.steps)
      }
    }
  }
}
