import type { Mode, DegradedReason } from '../src/webmcp/provider.ts'
import type { Json, JsonObject } from './json.ts'
import type { Seen } from './page/seen.ts'
import type { FaultId, FaultSwitch } from './faults/faults.ts'

/** A tool as the host lists it, whoever registered it. */
export interface HostTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Null where the tool has none. */
  readonly inputSchema: Json
  readonly annotations: JsonObject
  /** Registered by this window; frames of the same origin share one list. */
  readonly ours: boolean
}

/** What changed in the host's list from one look to the next, by name. */
export interface ListChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** How a call ended: with a value, or refused by the host with the name and message of the error. */
export type Settled = { readonly value: Json } | { readonly rejected: { readonly name: string; readonly message: string } }

/** The caller's side of a host: what an agent can do. */
export interface Host {
  /** In the order the host lists them. */
  list(): Promise<readonly HostTool[]>
  /**
   * Calls a tool as the host hands it on. Never rejects.
   * @param input goes out as it is, also when it does not fit the tool's schema
   * @param duplicate which of several tools of that name, from 0
   */
  call(name: string, input: Json, signal?: AbortSignal, duplicate?: number): Promise<Settled>
  onToolChange(listener: () => void): () => void
}

/** One dispatched command, without what only storage needs. */
export interface JournalRow extends JsonObject {
  readonly seq: number
  readonly time: string
  readonly command: string
}

/** One event of the audit. */
export interface AuditRow extends JsonObject {
  /** Of the commit that carries it. */
  readonly id: string
  readonly time: string
  readonly type: string
}

/** What the page lets the simulator read and do beside the host. Given by the app at boot. */
export interface SimulatorPage {
  readonly mode: Mode
  readonly reason?: DegradedReason
  /** `document.modelContext`, read afresh: a bridge replaces it. */
  modelContext(): unknown
  /** Commands of this page's life, oldest first. */
  journal(): readonly JournalRow[]
  /** Oldest first, earlier page lives included. */
  audit(): readonly AuditRow[]
  /** Told when either grew. */
  onChange(listener: () => void): () => void
  /** Told when a run starts, takes a step or ends. */
  onRun(listener: (run: RunProgress) => void): () => void
  /** Takes a taught tool away, as the person can at any moment. */
  revoke(tool: string): void
  /** Writes to a record as another tab would. @param candidates the first that is a record's id is meant, else any record */
  writeElsewhere(candidates: readonly string[]): void
}

/** How far a run of a taught tool is. */
export interface RunProgress {
  readonly tool: string
  /** Steps that ran. */
  readonly steps: number
  readonly done: boolean
}

/** Journal, audit and what the page shows, at one moment. */
export interface Evidence {
  readonly journal: readonly JournalRow[]
  readonly audit: readonly AuditRow[]
  readonly page: JsonObject
}

/** A change of the list, or how a person did something, and when, in milliseconds since 1970. */
export type Heard = { readonly at: number; readonly change: ListChange } | { readonly at: number; readonly seen: Seen }

/** The page as a script runner in another process reaches it: everything plain data. */
export interface SimulatorHandle {
  readonly mode: Mode
  list(): Promise<readonly HostTool[]>
  /** Begins a call. @returns its number */
  start(name: string, input: Json): number
  /** How a call ended. */
  result(call: number): Promise<Settled>
  abort(call: number): void
  evidence(): Evidence
  fault(id: FaultId, set: FaultSwitch): void
  /** What happened since this was last asked, and when. Asked for the first time it begins to follow. */
  heard(): Promise<readonly Heard[]>
}

/** Where the handle is found in a page that carries the simulator. */
export const HANDLE = 'understudySimulator'
