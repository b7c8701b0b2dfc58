import { asText, isObject, type Json } from '../../json.ts'
import type { LogEntry } from './log.ts'
import { inContext } from './inContext.ts'
import type { PersonSteps } from './reading.ts'

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
      { at: entry.at, kind: 'person', entry, did: null },
    ]
  })
  // What a person did comes before an answer of the same moment; nothing else changes places.
  const inTime = moments.sort((a, b) => a.at - b.at || Number(a.kind === 'end') - Number(b.kind === 'end'))
  return inOne(inContext(inTime, entries.filter((entry) => entry.kind === 'call')))
}

/** A text that was written letter by letter, as it was in the end. */
function inOne(moments: readonly Moment[]): readonly Moment[] {
  return moments.filter((moment, place) => {
    const now = written(moment)
    const next = written(moments[place + 1])
    return !now || !next || now.hook !== next.hook || !(next.text.startsWith(now.text) || now.text.startsWith(next.text))
  })
}

function written(moment: Moment | undefined): { readonly hook: Json; readonly text: string } | null {
  const steps = moment?.did && 'steps' in moment.did ? moment.did.steps : []
  const [step] = steps
  return steps.length === 1 && isObject(step) && step.human === 'fill' ? { hook: step.hook ?? null, text: asText(step.text) } : null
}

function teachOf(detail: Json): number | null {
  if (!isObject(detail) || detail.command !== 'save_recording' || !isObject(detail.input) || !isObject(detail.input.recording)) return null
  const { startedAt } = detail.input.recording
  return typeof startedAt === 'string' ? Date.parse(startedAt) : null
}
