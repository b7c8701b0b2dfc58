import { shallowRef, type ShallowRef } from 'vue'
import type { CountTokens } from '../../cost/tokens.ts'
import type { Host, HostTool, ListChange } from '../../port.ts'

/** A tool of the host's list, with what it costs an agent to know it. */
export interface ToolRow {
  readonly tool: HostTool
  /** Which of several of this name, from 0. */
  readonly duplicate: number
  /** How many there are of this name. */
  readonly of: number
  readonly characters: number
  /** Null until tokens can be counted. */
  readonly tokens: number | null
  /** Counts up whenever the tool came or changed, so that views can flash it. */
  readonly flash: number
}

export interface ToolList {
  readonly rows: Readonly<ShallowRef<readonly ToolRow[]>>
  /** Why the list could not be read, or null. */
  readonly problem: Readonly<ShallowRef<string | null>>
  read(): Promise<void>
  dispose(): void
}

/** What an agent reads of a tool. */
export const definitionText = ({ name, description, inputSchema }: HostTool): string => JSON.stringify({ name, description, inputSchema })

/** Follows the host's own list. */
export function createToolList(host: Host, tokens: () => CountTokens | null, onChange: (change: ListChange) => void): ToolList {
  const rows = shallowRef<readonly ToolRow[]>([])
  const problem = shallowRef<string | null>(null)
  let known = new Map<string, { readonly text: string; readonly flash: number }>()
  let first = true
  let reading = Promise.resolve()

  async function take(): Promise<void> {
    let tools: readonly HostTool[]
    try {
      tools = await host.list()
      problem.value = null
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error)
      return
    }
    const before = known
    known = new Map()
    const seen = new Map<string, number>()
    const added: string[] = []
    const changed: string[] = []
    const next = tools.map((tool) => {
      const duplicate = seen.get(tool.name) ?? 0
      seen.set(tool.name, duplicate + 1)
      const key = `${tool.name} ${duplicate}`
      const text = definitionText(tool)
      const old = before.get(key)
      if (!old) added.push(tool.name)
      else if (old.text !== text) changed.push(tool.name)
      const flash = old?.text === text ? old.flash : first ? 0 : (old?.flash ?? 0) + 1
      known.set(key, { text, flash })
      return { tool, duplicate, characters: text.length, tokens: tokens()?.(text) ?? null, flash }
    })
    rows.value = next.map((row) => ({ ...row, of: seen.get(row.tool.name) ?? 1 }))
    const removed = [...before.keys()].filter((key) => !known.has(key)).map((key) => key.slice(0, key.lastIndexOf(' ')))
    if (!first && added.length + changed.length + removed.length > 0) onChange({ added, removed, changed })
    first = false
  }

  // One reading at a time, or an older list could win.
  const read = (): Promise<void> => (reading = reading.then(take))
  const leave = host.onToolChange(() => void read())
  return { rows, problem, read, dispose: leave }
}
