import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { CallEntry, LogEntry } from './log.ts'
import { personSteps, type PersonSteps } from './personSteps.ts'

/** Something at one moment of the log. A call has two: its start and its answer. */
export interface Moment {
  readonly at: number
  readonly kind: 'start' | 'end' | 'person' | 'tools'
  readonly entry: LogEntry
  /** What a person did. */
  readonly did: PersonSteps | null
}

/** Calls, changes of the list and what a person did, in the order of time. A demonstration begins where its recording says. */
export function momentsOf(entries: readonly LogEntry[]): readonly Moment[] {
  const reloads = entries.flatMap((entry) => (entry.kind === 'page' && isObject(entry.detail) && entry.detail.type === 'reload' ? [entry.at] : []))
  const moments = entries.flatMap((entry): Moment[] => {
    if (entry.kind === 'tools') return [{ at: entry.at, kind: 'tools', entry, did: null }]
    if (entry.kind === 'call') {
      if (!entry.settled) return []
      return [
        { at: entry.at, kind: 'start', entry, did: null },
        { at: entry.endedAt ?? entry.at, kind: 'end', entry, did: null },
      ]
    }
    const begins = teachOf(entry.detail)
    const person = (at: number, step: Json): Moment => ({ at, kind: 'person', entry, did: { steps: [step] } })
    // A reload in the middle of it offers to go on, and that was taken.
    const within = begins === null ? [] : reloads.filter((at) => at >= begins && at <= entry.at)
    return [
      ...(begins === null ? [] : [person(begins, { human: 'teach' })]),
      ...within.map((at) => person(at, { human: 'click', hook: '[data-region="resume"] [data-action="resume"]' })),
      { at: entry.at, kind: 'person', entry, did: personSteps(entry) },
    ]
  })
  // What a person did comes before an answer of the same moment; nothing else changes places.
  const inTime = moments.sort((a, b) => a.at - b.at || Number(a.kind === 'end') - Number(b.kind === 'end'))
  return inContext(inTime, entries.filter((entry) => entry.kind === 'call'))
}

function teachOf(detail: Json): number | null {
  if (!isObject(detail) || detail.command !== 'save_recording' || !isObject(detail.input) || !isObject(detail.input.recording)) return null
  const { startedAt } = detail.input.recording
  return typeof startedAt === 'string' ? Date.parse(startedAt) : null
}

/** What only shows from what was before: acts of a fault in a person's name, runs that were stopped, the last run taken back. */
function inContext(moments: readonly Moment[], calls: readonly CallEntry[]): readonly Moment[] {
  const on = new Set<string>()
  let last: Json = null
  return moments.flatMap((moment): Moment[] => {
    const { entry, did } = moment
    if (entry.kind !== 'page') return moment.kind === 'person' && !did ? [] : [moment]
    const detail = isObject(entry.detail) ? entry.detail : {}
    const told = isObject(detail.detail) ? detail.detail : {}
    if (detail.type === 'fault' && typeof detail.fault === 'string') on[detail.on === true ? 'add' : 'delete'](detail.fault)
    if ((detail.type === 'revoked' && on.has('revoke-mid-run')) || detail.source === 'other-tab') return []
    if (detail.type === 'run-finished') {
      if (told.ok === true) last = told.run ?? null
      const stopped = told.code === 'CANCELLED' && !on.has('abort-after-step') && !gaveUp(detail, entry.at, calls)
      return stopped ? [{ ...moment, did: { steps: [{ human: 'click', hook: '[data-region="run"] [data-action="stop-run"]' }] } }] : []
    }
    if (detail.type === 'undone' && last !== null && told.run === last) {
      last = null
      return [{ ...moment, did: { steps: [{ human: 'press', keys: 'Control+z' }] } }]
    }
    // Whatever a person changed since would be taken back first.
    if (did && typeof detail.command === 'string' && detail.command !== 'select_ticket') last = null
    return did ? [moment] : []
  })
}

const gaveUp = ({ tool }: JsonObject, at: number, calls: readonly CallEntry[]): boolean =>
  calls.some((call) => call.aborted && call.tool === tool && call.at <= at)
