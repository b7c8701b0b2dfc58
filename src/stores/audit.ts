import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { ChainReport } from '../storage/checkChain.ts'
import { auditLines, type AuditLine } from '../webmcp/auditLines.ts'
import { follow } from './follow.ts'
import { useServices, useTaught } from './services.ts'

/** What happened here, from the stored log and from what this page has done since it was read. */
export const useAuditStore = defineStore('audit', () => {
  const { bus, commits, showing } = useServices()
  const { log } = useTaught()
  const recent = follow(() => commits.all(), showing.of(commits.onChange))
  const report = shallowRef<ChainReport | null>(null)
  /** Why the log could not be read. */
  const problem = shallowRef('')
  const checking = shallowRef(false)
  let under: Promise<void> | null = null

  /** Reads the stored log anew and checks it link by link; while it does, whoever asks again waits for the same. */
  function check(): Promise<void> {
    return (under ??= read())
  }

  async function read(): Promise<void> {
    checking.value = true
    try {
      report.value = await log.check()
      problem.value = ''
    } catch {
      problem.value = 'The stored log cannot be read just now. Below is what this page knows.'
    } finally {
      checking.value = false
      under = null
    }
  }

  const stored = computed(() => new Map(report.value?.entries.map((entry) => [entry.commit.id, entry]) ?? []))

  /** Newest first. */
  const lines = computed(() => {
    const rolledBack = new Set(recent.value.flatMap(({ source, undoes = [] }) => (source === 'rollback' ? undoes : [])))
    const unread = recent.value.filter(({ id }) => !stored.value.has(id) && !rolledBack.has(id))
    const read = report.value?.entries.map((entry) => entry.commit) ?? []
    return auditLines([...read, ...unread], bus.index).toReversed()
  })

  /** The number in the log of the entry that carries a line; none while it is not read back from storage. */
  const seqOf = (line: AuditLine): number | undefined => stored.value.get(line.id)?.seq

  /**
   * Lines as JSON lines, the oldest first, one event a line, with number and hashes where they are stored. That they
   * left the page is an event of its own.
   */
  function exportLines(chosen: readonly AuditLine[]): string {
    const text = chosen
      .toReversed()
      .map((line) => {
        const { seq, prev, hash } = stored.value.get(line.id) ?? {}
        return `${JSON.stringify({ seq, ...line, prev, hash })}\n`
      })
      .join('')
    bus.note({ type: 'exported', detail: { what: 'audit', events: chosen.length } }, { actor: 'operator', source: 'library' })
    return text
  }

  return { report, problem, checking, check, lines, seqOf, exportLines }
})
