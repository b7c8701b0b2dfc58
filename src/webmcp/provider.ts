import type { Json, JsonObject } from '../bus/json.ts'
import type { JsonSchema } from '../bus/schema.ts'

export type Mode = 'native' | 'bridge' | 'degraded'
export type DegradedReason = 'absent' | 'insecure' | 'framed' | 'policy' | 'off' | 'error'

/** A tool as it is handed to a host. */
export interface ToolDefinition {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly untrustedContentHint: boolean
    readonly consequentialHint?: boolean
  }
  /**
   * Runs the tool. Resolves for every expected outcome.
   * @param input whatever the host was given: not yet checked
   * @param signal aborts when the caller does, where the host says so
   */
  execute(input: unknown, signal: AbortSignal | undefined): Promise<JsonObject>
}

/** A tool as the host lists it: read member by member, never spread or cloned. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Json
  readonly ours: boolean
}

/** What is known of the agents at the other end of a bridge. Their going away is never told. */
export interface PeerWatch {
  /** What the client that introduced itself last calls itself: untrusted text. Null before the first. */
  client(): string | null
  lastCall(): { readonly tool: string; readonly at: number } | null
  onChange(listener: () => void): () => void
}

/** Our port to whoever implements `document.modelContext`. Evens out what hosts do differently. */
export interface Provider {
  readonly mode: Mode
  readonly reason?: DegradedReason
  /** Registers until the signal aborts. Rejects with the host's reason; never registers with an aborted signal. */
  register(tool: ToolDefinition, signal: AbortSignal): Promise<void>
  /** There is no host, but the bridge could be one, if the person lets the page load it. */
  readonly offersBridge?: true
  /** Who is at the other end, where the host tells. */
  readonly peers?: PeerWatch
  /** The host's own list. */
  list(): Promise<readonly ListedTool[]>
  /** Told, debounced, that the host's list changed. */
  onToolChange(listener: () => void): () => void
}
