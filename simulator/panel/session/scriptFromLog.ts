import { isObject, type Json } from '../../json.ts'
import { expectation, withNames, type NamedAnswer } from './answerParts.ts'
import type { CallEntry, LogEntry } from './log.ts'
import { momentsOf, type Moment } from './logMoments.ts'

/** A script out of the log, and in words what happened that it cannot say. */
export interface RecordedScript {
  readonly script: Json
  readonly leftOut: readonly string[]
}

/**
 * What was just done, as a script that expects the same again: calls and their answers, changes of the list, and what the
 * person did as far as steps can say it. Where an argument came out of an earlier answer, it is named instead of repeated.
 */
export function scriptFromLog(entries: readonly LogEntry[], title: string): RecordedScript {
  const moments = momentsOf(entries)
  const answers: NamedAnswer[] = []
  const names = new Map<LogEntry, string>()
  const steps: Json[] = []
  const leftOut = new Set<string>()
  const list = new ListSteps(entries)

  for (const [place, { kind, entry, did }] of moments.entries()) {
    if (kind === 'tools') {
      list.add(entry, leftOut)
      continue
    }
    if (did) {
      if ('leftOut' in did) leftOut.add(did.leftOut)
      else steps.push(...list.taken(), ...did.steps)
    } else if (entry.kind === 'call' && kind === 'start') {
      const name = `answer${names.size + 1}`
      if (!isBeside(entry, moments, place) && overlaps(entry, moments, place)) leftOut.add(`that ${entry.tool} was under way when another call began`)
      const input = withNames(entry.input, answers)
      const call = { call: entry.tool, input, as: name }
      names.set(entry, name)
      steps.push(...list.taken(), isBeside(entry, moments, place) ? { ...call, background: true } : { ...call, expect: expected(entry) })
      if (!isBeside(entry, moments, place)) answers.push({ name, value: answerOf(entry) })
    } else if (entry.kind === 'call') {
      const name = names.get(entry)
      const start = moments.findIndex((one) => one.kind === 'start' && one.entry === entry)
      if (name === undefined || !isBeside(entry, moments, start)) continue
      steps.push(...list.taken(), ...(entry.aborted ? [{ abort: name }] : []), { await: name, expect: expected(entry) })
      answers.push({ name, value: answerOf(entry) })
    }
  }
  if (entries.some((entry) => entry.kind === 'call' && entry.aborted)) leftOut.add('what another host makes of a call that was given up')
  for (const entry of entries) if (entry.kind === 'call' && !entry.settled) leftOut.add(`the call of ${entry.tool} that has no answer yet`)
  const missing = [...leftOut]
  const description = missing.length === 0 ? {} : { description: `Not in it: ${missing.join('; ')}.` }
  return { script: { $schema: '../script.schema.json', title, ...description, steps: [...steps, ...list.taken()] }, leftOut: missing }
}

/** Whether a person did something, or the caller gave up, while the call was under way. */
function isBeside(entry: CallEntry, moments: readonly Moment[], start: number): boolean {
  if (entry.aborted) return true
  for (const { kind, entry: other, did } of moments.slice(start + 1)) {
    if (kind === 'end' && other === entry) return false
    if (kind === 'person' && did && 'steps' in did && did.steps.length > 0) return true
  }
  return false
}

/** Whether another call began before this one was answered. */
function overlaps(entry: CallEntry, moments: readonly Moment[], start: number): boolean {
  // In the millisecond of the answer the next call comes after it.
  return moments.slice(start + 1).some(({ kind, at }) => kind === 'start' && at < (entry.endedAt ?? entry.at))
}

const answerOf = ({ settled }: CallEntry): Json => (settled === null ? null : 'value' in settled ? settled.value : { rejected: settled.rejected.name })

/** Refusals every host words alike. */
const SAME_EVERYWHERE = new Set(['NotFoundError', 'Gone'])

/** Where a run was ended from outside; how far it had come is another each time. */
const ENDED = new Set<Json | undefined>(['CANCELLED', 'REVOKED'])

function expected(entry: CallEntry): Json {
  const { settled, aborted } = entry
  // How far a call is when its caller gives up is another each time, and hosts tell of it in their own words.
  if (aborted || settled === null) return { $any: true }
  if ('value' in settled) {
    const { value } = settled
    const code = isObject(value) && isObject(value.error) ? value.error.code : undefined
    return code !== undefined && ENDED.has(code) ? { ok: false, error: { code } } : expectation(value)
  }
  return { rejected: SAME_EVERYWHERE.has(settled.rejected.name) ? settled.rejected.name : { $any: true } }
}

/** Changes of the list between two other steps: only what is left of them can be waited for. */
class ListSteps {
  private net = new Map<string, number>()
  /** Twice in the list, a tool that goes is still there. */
  private readonly doubled: boolean

  constructor(entries: readonly LogEntry[]) {
    this.doubled = entries.some((entry) => entry.kind === 'page' && isObject(entry.detail) && entry.detail.fault === 'duplicate-listing')
  }

  add(entry: LogEntry, leftOut: Set<string>): void {
    if (entry.kind !== 'tools') return
    if (this.doubled) {
      leftOut.add('changes of the list, which showed tools twice')
      return
    }
    const { added, removed, changed } = entry.change
    for (const name of added) this.net.set(name, (this.net.get(name) ?? 0) + 1)
    for (const name of removed) this.net.set(name, (this.net.get(name) ?? 0) - 1)
    for (const name of changed) leftOut.add(`the new definition of ${name}`)
  }

  taken(): readonly Json[] {
    const steps = [...this.net].flatMap(([name, by]): Json[] => (by === 0 ? [] : [{ waitForTool: name, ...(by < 0 ? { gone: true } : {}) }]))
    this.net = new Map()
    return steps
  }
}
