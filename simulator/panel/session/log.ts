import { shallowRef, triggerRef, type ShallowRef } from 'vue'
import type { CountTokens } from '../../cost/tokens.ts'
import { plain, type Json } from '../../json.ts'
import type { Seen } from '../../page/seen.ts'
import type { Host, JournalRow, ListChange, Settled, SimulatorPage } from '../../port.ts'
import { GONE } from '../../run/background.ts'
import { costOf, type Cost } from '../../run/report.ts'
import { auditEntry, commandEntry } from './pageEntries.ts'

interface Timed {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** One call, from its start. */
export interface CallEntry extends Timed {
  readonly kind: 'call'
  readonly tool: string
  readonly duplicate: number
  readonly input: Json
  readonly sent: Cost
  /** Null while it is under way. */
  settled: Settled | null
  got: Cost | null
  endedAt: number | null
  aborted: boolean
  pinned: boolean
  /** The call this one repeats. */
  readonly replays: number | null
}

export interface ToolsEntry extends Timed {
  readonly kind: 'tools'
  readonly change: ListChange
}

/** Something the page did: a command, or an event of the audit. Or how a person did it, seen at the page itself: for scripts alone. */
export interface PageEntry extends Timed {
  readonly kind: 'approval' | 'page' | 'seen'
  readonly text: string
  readonly detail: Json
}

export type LogEntry = CallEntry | ToolsEntry | PageEntry

/** Longer texts are not counted token by token: that would hold up the page. */
const COUNTED = 200_000

export interface Log {
  /** In the order things began. */
  readonly entries: Readonly<ShallowRef<readonly LogEntry[]>>
  /** Calls a tool and keeps everything about it. @returns the entry, whose `settled` comes later */
  call(tool: string, input: Json, options?: { readonly duplicate?: number; readonly replays?: number }): { readonly entry: CallEntry; readonly done: Promise<Settled> }
  abort(entry: CallEntry): void
  /** Makes the same call again: the stored arguments, really executed. */
  replay(entry: CallEntry): Promise<Settled>
  pin(entry: CallEntry): void
  /** Empties it; pinned calls stay. */
  clear(): void
  tools(change: ListChange): void
  /** Something done to the page from the panel: a fault switched, a reload. */
  note(text: string, detail: Json): void
  /** How a person did something, and when: what no command tells. */
  see(seen: Seen, at: number): void
  /** Puts in entries kept elsewhere, as pinned. */
  take(entries: readonly CallEntry[]): void
  /**
   * Puts in what the page before this one logged.
   * @param left when that page left: its calls that were under way ended then, without an answer
   */
  goOn(entries: readonly LogEntry[], left: number): void
  dispose(): void
}

/** Everything that happens between agents and the page, in one line of time. */
export function createLog(page: SimulatorPage, host: Host, tokens: () => CountTokens | null): Log {
  const entries = shallowRef<readonly LogEntry[]>([])
  const controllers = new Map<number, AbortController>()
  let next = 1
  let seen = new Set(page.journal().map(journalKey))
  let audited = new Set(page.audit().map((row) => row.id))

  const add = <Entry extends LogEntry>(entry: Entry): Entry => {
    entries.value = [...entries.value, entry]
    return entry
  }
  const cost = (text: string): Cost => costOf(text, text.length > COUNTED ? undefined : (tokens() ?? undefined))

  function follow(): void {
    const journal = page.journal()
    for (const row of journal.filter((one) => !seen.has(journalKey(one)))) add(commandEntry(next++, row))
    seen = new Set(journal.map(journalKey))
    const audit = page.audit()
    for (const row of audit.filter((one) => !audited.has(one.id))) add(auditEntry(next++, row))
    audited = new Set(audit.map((row) => row.id))
  }
  const leave = page.onChange(() => queueMicrotask(follow))

  function call(tool: string, input: Json, { duplicate = 0, replays }: { readonly duplicate?: number; readonly replays?: number } = {}) {
    const controller = new AbortController()
    const entry = add<CallEntry>({
      id: next++,
      at: Date.now(),
      kind: 'call',
      tool,
      duplicate,
      input,
      sent: cost(JSON.stringify(input)),
      settled: null,
      got: null,
      endedAt: null,
      aborted: false,
      pinned: false,
      replays: replays ?? null,
    })
    controllers.set(entry.id, controller)
    const done = host.call(tool, input, controller.signal, duplicate).then((settled) => {
      controllers.delete(entry.id)
      entry.settled = settled
      entry.endedAt = Date.now()
      entry.got = cost(JSON.stringify('value' in settled ? settled.value : settled.rejected))
      triggerRef(entries)
      return settled
    })
    return { entry, done }
  }

  return {
    entries,
    call,
    abort(entry) {
      entry.aborted = true
      controllers.get(entry.id)?.abort()
      triggerRef(entries)
    },
    replay: (entry) => call(entry.tool, entry.input, { duplicate: entry.duplicate, replays: entry.id }).done,
    pin(entry) {
      entry.pinned = !entry.pinned
      triggerRef(entries)
    },
    clear: () => void (entries.value = entries.value.filter((entry) => entry.kind === 'call' && (entry.pinned || entry.settled === null))),
    tools: (change) => void add({ id: next++, at: Date.now(), kind: 'tools', change }),
    note: (text, detail) => void add({ id: next++, at: Date.now(), kind: 'page', text, detail }),
    see: (seen, at) => void add({ id: next++, at, kind: 'seen', text: seen.did, detail: plain(seen) }),
    take(imported) {
      for (const entry of imported) add({ ...entry, id: next++, pinned: true })
    },
    goOn(earlier, left) {
      const ids = new Map(earlier.map((entry) => [entry.id, next++]))
      const idOf = (id: number): number => ids.get(id) ?? 0
      const taken = earlier.map((entry): LogEntry => {
        const id = idOf(entry.id)
        if (entry.kind !== 'call') return { ...entry, id }
        const call = { ...entry, id, replays: entry.replays === null ? null : idOf(entry.replays) }
        return entry.settled ? call : { ...call, settled: GONE, endedAt: left, got: cost(JSON.stringify(GONE.rejected)) }
      })
      const reloaded: PageEntry = { id: next++, at: left, kind: 'page', text: 'page reloaded by the script', detail: { type: 'reload' } }
      entries.value = [...taken, reloaded, ...entries.value]
    },
    dispose: leave,
  }
}

const journalKey = ({ seq, time }: JournalRow): string => `${seq} ${time}`
