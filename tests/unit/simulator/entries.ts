import { expect } from 'vitest'
import type { Json, JsonObject } from '../../../simulator/json.ts'
import type { Seen } from '../../../simulator/page/seen.ts'
import type { CallEntry, LogEntry } from '../../../simulator/panel/session/log.ts'
import { scriptFromLog } from '../../../simulator/panel/session/scriptFromLog.ts'
import { readScript } from '../../../simulator/script/readScript.ts'

let id = 0
/** Ids of entries go on from test to test, unless one counts anew. */
export const nextId = (): number => ++id
export const countAnew = (): void => void (id = 0)

/** A call of a log that was answered. */
export const call = (tool: string, input: Json, value: Json, at = id * 100, endedAt = at + 10, more: Partial<CallEntry> = {}): CallEntry => ({
  id: nextId(),
  kind: 'call',
  at,
  tool,
  duplicate: 0,
  input,
  sent: { characters: 2, tokens: 1 },
  settled: { value },
  got: { characters: 2, tokens: 1 },
  endedAt,
  aborted: false,
  pinned: false,
  replays: null,
  ...more,
})

export const approval = (type: string, at: number): LogEntry => ({ id: nextId(), kind: 'approval', at, text: type, detail: { type } })

export const page = (detail: JsonObject, at: number): LogEntry => ({ id: nextId(), kind: 'page', at, text: '', detail })
export const byPerson = (command: string, input: JsonObject, at: number, source = 'ticket'): LogEntry => page({ command, input, actor: 'operator', source }, at)
export const audited = (type: string, at: number, more: JsonObject = {}): LogEntry => page({ type, actor: 'operator', ...more }, at)
export const seen = (what: Seen, at: number): LogEntry => ({ id: nextId(), kind: 'seen', at, text: what.did, detail: what as unknown as JsonObject })

/** The steps of the script, which is a script and holds everything. */
export function stepsOf(...entries: readonly LogEntry[]): readonly JsonObject[] {
  const { script, leftOut } = scriptFromLog(entries, 'mine')
  expect(leftOut).toEqual([])
  expect(readScript(JSON.stringify(script))).toHaveProperty('script')
  return (script as { readonly steps: readonly JsonObject[] }).steps
}
