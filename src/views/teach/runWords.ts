import type { CatalogueIndex } from '../../bus/command.ts'
import type { Change } from '../../teach/procedure/outcome.ts'
import type { RunEnd, RunEntry } from '../../webmcp/runs/runHistory.ts'

const count = (many: number, one: string, more = `${one}s`): string => `${many} ${many === 1 ? one : more}`

/** *1 ticket*, *3 tickets*: the records some changes are to. */
function recordsOf(changes: readonly Change[], index: CatalogueIndex): string {
  const ids = new Set(changes.map((change) => `${change.entity}\n${change.id}`))
  const kinds = [...new Set(changes.map((change) => change.entity))]
  const def = kinds.length === 1 ? index.entities.get(kinds[0] ?? '') : undefined
  return def ? count(ids.size, def.one, def.many) : count(ids.size, 'record')
}

const ENDS: Readonly<Record<Exclude<RunEnd, 'done' | 'partial'>, string>> = {
  running: 'Running',
  failed: 'Failed, nothing changed',
  stopped: 'Stopped, nothing changed',
  lost: 'Ended with its page, nothing changed',
}

/** Why a run ended early, with the step by its number alone: what its command is called is for agents. */
export const faultWords = ({ step, message = '' }: { readonly step?: number | undefined; readonly message?: string | undefined }): string =>
  step === undefined || message.startsWith('Step ') ? message.replace(/^(Step \d+), \w+:/, '$1:') : `Step ${step}: ${message}`

/** What became of a run, in a few words. What was done only in part never reads as done. */
export function runWords(run: RunEntry, index: CatalogueIndex): string {
  const { end, changes, unchanged, found, rows } = run
  if (end === 'partial') {
    const of = rows ? ` of ${rows.done.length + rows.skipped.length + rows.failed.length + rows.notTried.length}` : ''
    return `Done only in part: ${rows ? `${rows.done.length}${of} rows` : recordsOf(changes, index)}`
  }
  if (end !== 'done') return ENDS[end]
  if (found !== undefined && changes.length === 0) return `Found ${found}`
  const parts = [
    changes.length === 0 ? 'Nothing to change' : `${count(changes.length, 'change')} to ${recordsOf(changes, index)}`,
    ...(unchanged > 0 ? [`${unchanged} already so`] : []),
    ...(rows && rows.skipped.length > 0 ? [`${rows.skipped.length} skipped`] : []),
    ...(rows && rows.notTried.length > 0 ? [`${rows.notTried.length} not tried`] : []),
  ]
  return parts.join(', ')
}
