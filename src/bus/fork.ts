import { nextView, type BusCore } from './busCore.ts'
import type { AuditEvent, Commit, DispatchContext, JournalEntry } from './journal.ts'
import type { Json } from './json.ts'
import { readMarks, staleMessage } from './marks.ts'
import { fail, ok, type Result } from './results.ts'
import type { Session } from './state.ts'
import { Overlay, versionOf } from './table.ts'

/** A session apart: a dry run or a run. Nothing is seen outside until `commit`. */
export interface Fork {
  readonly session: Session
  readonly entries: readonly JournalEntry[]
  dispatch(id: string, input: unknown, context: DispatchContext): Result<{ readonly output: Json; readonly entry: JournalEntry }>
  /** Says that the outcome relies on this record as it is now. */
  rely(entity: string, id: string): void
  /**
   * Applies everything to the console's records as one commit, then goes on from there. With nothing
   * written the commit is empty, unless it carries an audit event. `STALE` when a record that was read
   * or written has another version by now; then nothing is applied.
   */
  commit(audit?: AuditEvent): Result<Commit>
}

/**
 * @param owner whose commits they are
 * @param from where it begins; what is read and written afterwards is compared with the console's records
 */
export function createFork(core: BusCore, owner: DispatchContext, from: Session): Fork {
  const { index } = core
  const entries: JournalEntry[] = []
  let base = from.records
  let overlay = new Overlay(base, index.entities)
  let view = from.view
  let pending: JournalEntry[] = []

  return {
    get session() {
      return { records: overlay, view }
    },
    entries,
    dispatch(id, input, context) {
      const time = core.now()
      const planned = core.plan(id, input, overlay, view, time)
      if (!planned.ok) return planned
      const { plan } = planned.value
      const entry = core.entry(planned.value, context, time, overlay)
      // What is written is relied on, even when the plan never read it by itself.
      for (const patch of entry.patches) overlay.get(patch.entity, patch.id)
      overlay.apply(entry.patches)
      view = nextView(view, plan)
      entries.push(entry)
      pending.push(entry)
      return ok({ output: plan.output, entry })
    },
    rely: (entity, id) => void overlay.get(entity, id),
    commit(audit) {
      const reads = readMarks(overlay, index, base)
      const stale = reads.filter((mark) => versionOf(index.entity(mark.entity), core.records.get(mark.entity, mark.id)) !== mark.version)
      if (stale.length > 0) return fail('STALE', staleMessage(stale, index), { known: stale.map((mark) => mark.id) })
      for (const entry of pending) core.remember(entry)
      const { patches } = overlay
      core.move(core.records.apply(patches), core.session.view, owner)
      const undoable = patches.length > 0 && pending.every((entry) => index.command(entry.command)?.undoable ?? true)
      const made = core.commit(owner, { entries: pending, patches, reads, undoable, ...(audit ? { audit } : {}) })
      base = core.records
      overlay = new Overlay(base, index.entities)
      pending = []
      core.channels.flush()
      return ok(made)
    },
  }
}
