import { asText, isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Settled } from '../../port.ts'
import type { CallEntry, LogEntry } from './log.ts'

const FORMAT = 'understudy/simulator-log'

/** The log as a file: all of it for whoever reads it, and the calls so that they can be taken in again. */
export const exportLog = (entries: readonly LogEntry[]): string => `${JSON.stringify({ format: FORMAT, version: 1, entries }, null, 2)}\n`

/**
 * Calls out of an exported log, or out of what `npm run simulate -- --record` keeps.
 * @returns them, or what is wrong with the file
 */
export function importLog(text: string): readonly CallEntry[] | string {
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
  return items.flatMap((item) => (isObject(item) && item.kind === 'call' && typeof item.tool === 'string' ? [entryOf(item)] : []))
}

function entryOf(item: JsonObject): CallEntry {
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
