import type { Dispatched } from '../../bus/bus.ts'
import type { CatalogueIndex, Command } from '../../bus/command.ts'
import { at, equalJson, type JsonObject } from '../../bus/json.ts'
import type { Evidence, EvidenceMap } from '../../bus/evidence.ts'
import type { JournalEntry } from '../../bus/journal.ts'
import { leavesOf } from '../../bus/schema.ts'
import type { ListView, View } from '../../bus/state.ts'
import type { RecordedEvidence, RecordedEvidenceMap, Standing } from './types.ts'

const NOBODY_CHOSE: RecordedEvidence = { how: 'default', beforeTeach: true }

/**
 * Remembers, over the life of the page, where each part of the query on show and the open record came from.
 * It follows every dispatch, also before Teach: afterwards nobody can find out.
 */
export class Provenance {
  private parts: RecordedEvidenceMap = {}
  private listStep: string | undefined
  private openStep: string | undefined

  /** Teach was pressed: all that stands now stood before. */
  mark(): void {
    this.parts = before(this.parts)
    this.listStep = undefined
    this.openStep = undefined
  }

  /** What is known of the list on show. */
  get list(): { readonly evidence: RecordedEvidenceMap; readonly step: string | undefined } {
    return { evidence: this.parts, step: this.listStep }
  }

  /**
   * Evidence of each leaf an input has. `kept` becomes what it stands for; a focus gets the step that opened it,
   * or says that it was open before Teach. Leaves nobody gave evidence for have none.
   * @param view what was on show when the input was given
   */
  resolve(command: Command, input: JsonObject, evidence: EvidenceMap | undefined, view: View): RecordedEvidenceMap {
    const resolved: Record<string, RecordedEvidence> = {}
    for (const { path } of leavesOf(command.input)) {
      const value = at(input, path)
      const given = evidence && Object.hasOwn(evidence, path) ? evidence[path] : undefined
      if (value === undefined || !given) continue
      if (given.how === 'kept') resolved[path] = this.keptPart(command, path, view)
      else if (given.how === 'focus') resolved[path] = this.focus(given, view, value)
      else resolved[path] = given
    }
    return resolved
  }

  /** Goes on from one dispatch. @param step the step it became, if it became one */
  follow({ entry, before: was, after }: Dispatched, evidence: RecordedEvidenceMap, step: string | undefined): void {
    const { list } = after.view
    // The same list asked for again by nobody of the demonstration is still the list that was set.
    const again = step === undefined && list && was.view.list && isSameList(list, was.view.list)
    if (list !== was.view.list && !again) {
      const own = list?.command === entry.command ? evidence : {}
      this.parts = step === undefined ? before(own) : own
      this.listStep = step
    }
    if (after.view.focus !== was.view.focus) this.openStep = step
  }

  /**
   * Catches up on what was dispatched before there was a recorder, so far as the journal has it: where the parts of the
   * list now on show came from. A list that was there when the page opened nobody chose on it.
   */
  recall(journal: readonly JournalEntry[], view: View, index: CatalogueIndex): void {
    const { list } = view
    const command = list && index.command(list.command)
    if (!command) return
    const stood = leavesOf(command.input).filter(({ path }) => at(list.query, path) !== undefined)
    this.parts = Object.fromEntries(stood.map(({ path }) => [path, NOBODY_CHOSE]))
    for (const entry of journal) {
      if (entry.command === command.id && !entry.run) this.parts = before(this.resolve(command, entry.input, entry.evidence, view))
    }
  }

  /** As plain data, for a recording that goes on after a reload. */
  save(view: View, snapshot: string | undefined): Standing {
    const { list, focus } = view
    return {
      ...(list
        ? {
            list: {
              command: list.command,
              query: list.query,
              evidence: this.parts,
              ...(this.listStep === undefined ? {} : { step: this.listStep }),
              ...(snapshot === undefined ? {} : { view: snapshot }),
            },
          }
        : {}),
      ...(focus ? { focus: { ...focus, ...(this.openStep === undefined ? {} : { step: this.openStep }) } } : {}),
    }
  }

  /** After a reload: what stands again as it stood has the origin it had; all else stood before Teach. */
  resume(saved: Standing, view: View): void {
    this.mark()
    if (view.list && saved.list && isSameList(view.list, saved.list)) {
      this.parts = saved.list.evidence
      this.listStep = saved.list.step
    }
    if (view.focus && saved.focus?.entity === view.focus.entity && saved.focus.id === view.focus.id) this.openStep = saved.focus.step
  }

  private keptPart(command: Command, path: string, view: View): RecordedEvidence {
    return (view.list?.command === command.id && Object.hasOwn(this.parts, path) ? this.parts[path] : undefined) ?? NOBODY_CHOSE
  }

  private focus(given: Extract<Evidence, { how: 'focus' }>, view: View, value: unknown): RecordedEvidence {
    if (given.from === 'cursor' || given.from === 'beforeTeach') return given
    const isOpen = view.focus?.id === value
    // Next-item flow names the record it is about to open.
    if (given.from === 'auto' && !isOpen) return given
    const step = isOpen ? this.openStep : undefined
    return step === undefined ? { how: 'focus', from: 'beforeTeach' } : { ...given, step }
  }
}

const isSameList = (list: Pick<ListView, 'command' | 'query'>, saved: Pick<ListView, 'command' | 'query'>): boolean =>
  list.command === saved.command && equalJson(list.query, saved.query)

const before = (parts: RecordedEvidenceMap): RecordedEvidenceMap =>
  Object.fromEntries(Object.entries(parts).map(([path, evidence]) => [path, { ...evidence, beforeTeach: true as const }]))
