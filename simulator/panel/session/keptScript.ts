import { isList, isObject, type Json } from '../../json.ts'
import type { Tab } from '../../page/tab.ts'
import { readRunState, type RunState } from '../../run/runState.ts'
import { readScript } from '../../script/readScript.ts'
import { reloadsAt } from '../../script/reloads.ts'
import type { Script } from '../../script/types.ts'
import type { LogEntry } from './log.ts'

/** A script as it was chosen. */
export interface ScriptSource {
  /** Of a script that comes with the product; empty for one's own. */
  readonly name: string
  readonly text: string
}

/** A run that the page it plays in leaves, to go on in the next. */
export interface KeptScript {
  readonly source: ScriptSource
  /** When the script was started and when the page was left, in milliseconds since 1970. */
  readonly startedAt: number
  readonly leftAt: number
  /** Whether it stops before each step. */
  readonly stepwise: boolean
  readonly state: RunState
  /** What the log has of the run. */
  readonly entries: readonly LogEntry[]
}

const FORMAT = 'understudy/simulator-run'
const VERSION = 1

/** How long after it was left the next page may begin, in milliseconds. */
export const RELOAD = 30_000

export const keptText = (kept: KeptScript): string => JSON.stringify({ format: FORMAT, version: VERSION, ...kept })

/** A run to go on with, or why there is none, with its script where that can be told. */
export type Found = { readonly kept: KeptScript; readonly script: Script } | { readonly reason: string; readonly source: ScriptSource | null }

/** Reads what the page before left. @returns null when it left nothing */
export function readKept({ left, arrival }: Pick<Tab, 'left' | 'arrival'>): Found | null {
  if (left === null) return null
  let value: Json
  try {
    value = JSON.parse(left) as Json
  } catch {
    return { reason: 'What was kept of it is damaged.', source: null }
  }
  const source = isObject(value) && isSource(value.source) ? value.source : null
  const not = (reason: string): Found => ({ reason, source })
  if (!isObject(value) || value.format !== FORMAT || source === null) return not('What was kept of it is damaged.')
  if (value.version !== VERSION) return not('Another version of the simulator kept it.')
  const { startedAt, leftAt, stepwise, entries } = value
  const state = readRunState(value.state)
  if (state === null || typeof startedAt !== 'number' || typeof leftAt !== 'number' || typeof stepwise !== 'boolean' || !isList(entries) || !entries.every(isEntry))
    return not('What was kept of it is damaged.')
  // Two clocks of one computer may be a little apart.
  if (!arrival.reloaded || Math.abs(arrival.at - leftAt) > RELOAD) return not('This page was not opened by the reload of the script.')
  const read = readScript(source.text)
  if (!('script' in read) || !reloadsAt(read.script, state.cursor)) return not('The script does not reload the page where it stopped.')
  return { kept: { source, startedAt, leftAt, stepwise, state, entries: entries as unknown as readonly LogEntry[] }, script: read.script }
}

const isSource = (value: Json | undefined): value is Json & ScriptSource =>
  isObject(value) && typeof value.name === 'string' && typeof value.text === 'string'

const KINDS: readonly Json[] = ['call', 'tools', 'approval', 'page', 'seen'] satisfies readonly LogEntry['kind'][]
const isEntry = (item: Json): boolean => isObject(item) && typeof item.id === 'number' && typeof item.at === 'number' && KINDS.includes(item.kind ?? null)
