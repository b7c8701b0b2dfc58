import type { Bus } from '../bus/bus.ts'
import type { Commit } from '../bus/journal.ts'
import type { LogEntry } from '../storage/logEntry.ts'
import type { StoragePort } from '../storage/port.ts'
import { readCommits } from '../storage/readTail.ts'
import type { CommitMemory } from '../stores/services.ts'

/** How many commits the page remembers. */
const KEPT = 500

export interface LoadingMemory extends CommitMemory {
  /** Reads what was stored before this page; once, after the page is up. */
  load(port: StoragePort): Promise<readonly LogEntry[]>
}

/** The last commits, those of earlier page lives included: what provenance and history of runs are read from. */
export function rememberCommits(bus: Bus): LoadingMemory {
  const listeners = new Set<() => void>()
  let earlier: readonly Commit[] = []
  let loaded = false
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  let newest = bus.commits.at(-1)
  let gathered: { readonly last: Commit | undefined; readonly all: readonly Commit[] } | null = null
  bus.onCommit(tellNew)
  // Commits of other tabs are told by the change they make alone.
  bus.onChange(tellNew)
  function tellNew(): void {
    const last = bus.commits.at(-1)
    if (last === newest) return
    newest = last
    tell()
  }
  return {
    reachesTo(time) {
      const [first, ...more] = this.all()
      return loaded && (more.length + 1 < KEPT || (first?.time ?? time) < time)
    },
    all() {
      // Several views ask after each commit.
      const last = bus.commits.at(-1)
      if (gathered?.last !== last || !gathered) {
        const here = new Set(bus.commits.map((commit) => commit.id))
        gathered = { last, all: [...earlier.filter((commit) => !here.has(commit.id)), ...bus.commits].slice(-KEPT) }
      }
      return gathered.all
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async load(port) {
      const entries = await readCommits(port, KEPT)
      earlier = entries.map((entry) => entry.commit)
      loaded = true
      gathered = null
      tell()
      return entries
    },
  }
}
