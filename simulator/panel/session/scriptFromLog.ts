import { isList, isObject, type Json } from '../../json.ts'
import type { LogEntry } from './log.ts'

/** Ids are made anew on every page, so a script must not insist on them. */
const MADE_ANEW = /^[0-9a-km-np-tv-z]{12}$/

/** What was just done, as a script that expects the same again. Where an argument came out of an earlier answer, it is named instead of repeated. */
export function scriptFromLog(entries: readonly LogEntry[], title: string): Json {
  const answers: { readonly name: string; readonly value: Json }[] = []
  const steps: Json[] = []
  /** Answers that came after the person's. */
  const pending: Json[] = []
  const awaited = (): readonly Json[] => pending.splice(0)
  for (const entry of entries) {
    if (entry.kind === 'approval') {
      const type = isObject(entry.detail) ? entry.detail.type : null
      if (type === 'approved') steps.push({ human: 'approve' }, ...awaited())
      if (type === 'rejected') steps.push({ human: 'reject' }, ...awaited())
    } else if (entry.kind === 'call' && entry.settled) {
      const name = `answer${answers.length + 1}`
      const value: Json = 'value' in entry.settled ? entry.settled.value : { rejected: entry.settled.rejected.name }
      const input = withNames(entry.input, answers)
      const background = entries.some((other) => other.kind === 'approval' && other.at >= entry.at && other.at < (entry.endedAt ?? entry.at) && isAnswer(other.detail))
      answers.push({ name, value })
      const expect = expectation(value)
      if (background) {
        pending.push({ await: name, expect })
        steps.push({ call: entry.tool, input, as: name, background: true })
      } else steps.push({ call: entry.tool, input, as: name, expect })
    }
  }
  return { $schema: '../script.schema.json', title, steps: [...steps, ...awaited()] }
}

const isAnswer = (detail: Json): boolean => isObject(detail) && (detail.type === 'approved' || detail.type === 'rejected')

/** The part of an answer that is the same every time. */
function expectation(value: Json): Json {
  if (typeof value === 'string') return MADE_ANEW.test(value) ? { $any: true } : value
  if (isList(value)) return value.map(expectation)
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expectation(item)]))
  return value
}

/** Replaces ids by the place in the newest answer they came from. */
function withNames(input: Json, answers: readonly { readonly name: string; readonly value: Json }[]): Json {
  if (typeof input === 'string' && MADE_ANEW.test(input)) {
    for (const { name, value } of [...answers].reverse()) {
      const path = pathTo(value, input)
      if (path) return `{{${[name, ...path].join('.')}}}`
    }
    return input
  }
  if (isList(input)) return input.map((item) => withNames(item, answers))
  if (isObject(input)) return Object.fromEntries(Object.entries(input).map(([key, item]) => [key, withNames(item, answers)]))
  return input
}

function pathTo(value: Json, wanted: string): readonly string[] | null {
  if (value === wanted) return []
  const entries = isList(value) ? value.map((item, place) => [String(place), item] as const) : isObject(value) ? Object.entries(value) : []
  for (const [key, item] of entries) {
    const rest = pathTo(item, wanted)
    if (rest) return [key, ...rest]
  }
  return null
}
