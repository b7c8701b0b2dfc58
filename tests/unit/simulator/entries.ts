import type { Json } from '../../../simulator/json.ts'
import type { CallEntry, LogEntry } from '../../../simulator/panel/session/log.ts'

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
