import { asText, isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { AuditRow, JournalRow, Settled } from '../../port.ts'
import type { CallEntry, LogEntry } from './log.ts'
import { auditEntry, commandEntry } from './pageEntries.ts'

const FORMAT = 'understudy/simulator-log'

/** The log as a file: all of it for whoever reads it, and the calls so that they can be taken in again. */
export const exportLog = (entries: readonly LogEntry[]): string => `${JSON.stringify({ format: FORMAT, version: 1, entries }, null, 2)}\n`

/** Calls out of an exported log, or out of what `npm run simulate -- --record` keeps. @returns them, or what is wrong with the file */
export function importLog(text: string): readonly CallEntry[] | string {
  const log = readLog(text)
  return typeof log === 'string' ? log : log.items.flatMap((item) => (isCall(item) ? [callEntry(item)] : []))
}

/** Everything such a file tells of a run. */
export interface ReadRun {
  /** Of the script that was played, where the file says. */
  readonly title: string | null
  /** In the order of time. */
  readonly entries: readonly LogEntry[]
  /** Whether changes of the host's list would be among them. */
  readonly hearsChanges: boolean
}

/** Calls, and what the page told beside them. @returns them, or what is wrong with the file */
export function importRun(text: string): ReadRun | string {
  const log = readLog(text)
  if (typeof log === 'string') return log
  const { report, evidence } = log.file
  const told = isObject(evidence) ? evidence : {}
  const entries = [
    ...log.items.flatMap((item) => (isCall(item) ? [callEntry(item)] : isPlainEntry(item) ? [item as unknown as LogEntry] : [])),
    ...rowsOf(told.journal).map((row) => commandEntry(0, row as JournalRow)),
    ...rowsOf(told.audit).map((row) => auditEntry(0, row as AuditRow)),
  ]
  return {
    title: isObject(report) && typeof report.title === 'string' ? report.title : null,
    entries: entries.sort((a, b) => a.at - b.at),
    hearsChanges: evidence === undefined || log.file.changes === true,
  }
}

function readLog(text: string): { readonly file: JsonObject; readonly items: readonly Json[] } | string {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return 'The file is not JSON.'
  }
  if (!isObject(value) || value.format !== FORMAT) return 'The file is no log of the simulator.'
  if (value.version !== 1) return 'The log was kept by a newer simulator.'
  const items = value.entries ?? []
  if (!isList(items)) return 'The log has no list of entries.'
  return { file: value, items }
}

const isCall = (item: Json): item is JsonObject => isObject(item) && item.kind === 'call' && typeof item.tool === 'string'

/** An entry that says the same as it said where it was kept. */
function isPlainEntry(item: Json): boolean {
  if (!isObject(item) || typeof item.at !== 'number') return false
  if (item.kind !== 'tools') return (item.kind === 'approval' || item.kind === 'page' || item.kind === 'seen') && typeof item.text === 'string'
  const { change } = item
  return isObject(change) && [change.added, change.removed, change.changed].every(isList)
}

const rowsOf = (value: Json | undefined): readonly JsonObject[] =>
  isList(value) ? value.filter((row): row is JsonObject => isObject(row) && typeof row.time === 'string') : []

function callEntry(item: JsonObject): CallEntry {
  const number = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)
  return {
    id: 0,
    kind: 'call',
    at: number(item.at),
    tool: asText(item.tool),
    duplicate: number(item.duplicate),
    input: item.input ?? {},
    sent: costIn(item.sent) ?? { characters: 0, tokens: null },
    settled: isObject(item.settled) ? (item.settled as unknown as Settled) : null,
    got: costIn(item.got),
    endedAt: typeof item.endedAt === 'number' ? item.endedAt : number(item.at),
    aborted: item.aborted === true,
    pinned: true,
    replays: null,
  }
}

const costIn = (value: Json | undefined) =>
  isObject(value) && typeof value.characters === 'number'
    ? { characters: value.characters, tokens: typeof value.tokens === 'number' ? value.tokens : null }
    : null
