import { shallowRef, type ShallowRef } from 'vue'
import { importRun } from './keptLog.ts'
import type { LogEntry } from './log.ts'

/** A whole run, to be held against another. */
export interface KeptRun {
  readonly id: number
  readonly title: string
  /** When it began, or null where it came by file. */
  readonly at: number | null
  readonly entries: readonly LogEntry[]
  /** Whether changes of the host's list are among them. */
  readonly hearsChanges: boolean
}

/** More than this nobody looks for, and each holds every answer. */
const KEPT = 20

export interface KeptRuns {
  /** Newest first. */
  readonly all: Readonly<ShallowRef<readonly KeptRun[]>>
  /** Keeps what a script did in this page. */
  keep(title: string, at: number, entries: readonly LogEntry[]): void
  /** Keeps a run out of an exported log. @returns it, or what is wrong with the file */
  take(file: string, text: string): KeptRun | string
}

/** The runs of this page, and those that were opened from files. */
export function createKeptRuns(): KeptRuns {
  const all = shallowRef<readonly KeptRun[]>([])
  let next = 1
  function add(run: Omit<KeptRun, 'id'>): KeptRun {
    const kept = { id: next++, ...run }
    all.value = [kept, ...all.value].slice(0, KEPT)
    return kept
  }
  return {
    all,
    keep: (title, at, entries) => void add({ title, at, entries: [...entries], hearsChanges: true }),
    take(file, text) {
      const read = importRun(text)
      if (typeof read === 'string') return read
      const { title, entries, hearsChanges } = read
      return add({ title: title === null ? file : `${title} (${file})`, at: null, entries, hearsChanges })
    },
  }
}
