import type { CatalogueIndex } from '../bus/command.ts'
import type { Actor, Commit } from '../bus/journal.ts'
import type { JsonObject } from '../bus/json.ts'
import type { Patch } from '../bus/state.ts'
import { netChanges, type Change } from '../teach/procedure/outcome.ts'

/** One event of the audit, with what it did where it did something. */
export interface AuditLine {
  /** Id of the commit that carries it. */
  readonly id: string
  readonly time: string
  /** As far as known. */
  readonly actor: Actor
  readonly source: string
  readonly type: string
  readonly tool?: string
  readonly digest?: string
  readonly run?: string
  readonly detail?: JsonObject
  /** What a run did, or an undo of one took back. */
  readonly changes?: readonly Change[]
}

/** The events commits carry, in their order. @param commits oldest first */
export function auditLines(commits: readonly Commit[], index: CatalogueIndex): readonly AuditLine[] {
  const done = new Map<string, Patch[]>()
  const lines: AuditLine[] = []
  for (const { id, time, actor, source, run, audit, patches, undoes, redoes } of commits) {
    if (run) done.set(run.id, [...(done.get(run.id) ?? []), ...patches])
    if (!audit) continue
    const told = undoes || redoes ? patches : run && audit.type === 'run-finished' ? done.get(run.id) : undefined
    const { type, tool, digest, detail } = audit
    const runId = run?.id ?? (typeof detail?.run === 'string' ? detail.run : undefined)
    lines.push({
      id,
      time,
      actor,
      source,
      type,
      ...(tool === undefined ? {} : { tool }),
      ...(digest === undefined ? {} : { digest }),
      ...(runId === undefined ? {} : { run: runId }),
      ...(detail === undefined ? {} : { detail }),
      ...(told ? { changes: netChanges(told, index) } : {}),
    })
  }
  return lines
}
