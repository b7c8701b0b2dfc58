import type { JsonObject } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import { plain } from '../../bus/words.ts'
import { callsOf } from '../../teach/procedure/walk.ts'
import type { Answers, Edit } from '../../teach/generalize/types.ts'
import type { LibraryAudit } from '../audit.ts'
import type { By, Library } from './api.ts'
import type { Learned } from './computeDraft.ts'
import type { Authored, DraftRecord } from './types.ts'

/** What moving demonstrations between drafts needs of the library. */
export interface DemonstrationPorts {
  readonly newId: () => string
  /** Discarded ones are left out. */
  readonly draft: (draftId: string) => DraftRecord | undefined
  /** With the discarded ones, which know what was said of them. */
  readonly every: () => readonly DraftRecord[]
  readonly labelOf: (recordingId: string) => string
  /** Names in use. */
  readonly taken: () => ReadonlySet<string>
  readonly suggestion: (recordingIds: readonly string[], taken: ReadonlySet<string>) => Result<Authored>
  readonly learnFrom: (recordingIds: readonly string[], answers?: Answers, edits?: readonly Edit[]) => Result<Learned>
  readonly change: (by: By, commands: readonly (readonly [string, JsonObject])[], audit: LibraryAudit) => Result<null>
}

const NO_DRAFT = fail('NOT_FOUND', 'There is no such draft.', { path: 'draftId' })
const COUNTED_BY_IT = 'What you decided about this draft is about the steps of this demonstration. Take the others apart instead. Nothing was changed.'
const COUNTED_ANEW = 'This was shown first, so steps would go by its names, and what you decided about the other draft is about its own. Join that one into this one instead. Nothing was changed.'

/** Demonstrations moved between drafts: two drafts become one, and one becomes two again. Each is one commit. */
export function demonstrationsOf(ports: DemonstrationPorts, operator: By): Pick<Library, 'join' | 'takeApart'> {
  const { draft, learnFrom, change } = ports

  /** What the draft was called, answered and changed into before it was joined; else what is suggested. */
  function ownOf(recordingId: string): Result<Authored & Pick<DraftRecord, 'answers' | 'edits' | 'byHand'>> {
    const taken = ports.taken()
    const suggested = ports.suggestion([recordingId], taken)
    const [before] = ports
      .every()
      .filter(({ status, recordingIds }) => status === 'discarded' && recordingIds.length === 1 && recordingIds[0] === recordingId)
      .sort((a, b) => (a.updatedAt > b.updatedAt ? -1 : 1))
    if (!before || !suggested.ok) return suggested.ok ? ok({ ...suggested.value, answers: {}, edits: [] }) : suggested
    const { title, description, parameters, answers, edits, byHand } = before
    const name = taken.has(before.name) ? suggested.value.name : before.name
    return ok({ name, title, description, parameters, answers, edits, ...(byHand ? { byHand } : {}) })
  }

  return {
    join(draftId, into, by = operator) {
      const from = draft(draftId)
      const target = draft(into)
      if (!from || !target) return NO_DRAFT
      const recordingIds = [...new Set([...target.recordingIds, ...from.recordingIds])]
      const together = learnFrom(recordingIds)
      if (!together.ok) return together
      if (hasSaid(target) && !sameSteps(together, learnFrom(target.recordingIds), target)) return fail('BLOCKED', COUNTED_ANEW)
      // A question is known by what it is about: what was answered for either holds where it is asked of both.
      const own = sameSteps(together, learnFrom(from.recordingIds), from) ? from.answers : {}
      const answers = { ...own, ...target.answers }
      const learned = learnFrom(recordingIds, answers, target.edits)
      if (!learned.ok) return learned
      const commands = [
        ['edit_draft', { draftId: into, recordingIds, answers } as unknown as JsonObject],
        ['discard_draft', { draftId }],
      ] as const
      const done = change(by, commands, { type: 'drafted', detail: { draft: into, recordings: recordingIds } })
      return done.ok ? ok(draft(into) ?? target) : done
    },
    takeApart(draftId, recordingId, by = operator) {
      const found = draft(draftId)
      if (!found) return NO_DRAFT
      if (!found.recordingIds.includes(recordingId)) return fail('NOT_FOUND', 'The draft has no such demonstration.', { path: 'recordingId' })
      const rest = found.recordingIds.filter((id) => id !== recordingId)
      if (rest.length === 0) return fail('BLOCKED', 'It is the only demonstration of this draft.')
      const before = learnFrom(found.recordingIds, found.answers, found.edits)
      const after = learnFrom(rest, found.answers, found.edits)
      if (!after.ok) return after
      if (hasSaid(found) && !sameSteps(learnFrom(found.recordingIds), learnFrom(rest), { recordingIds: rest })) return fail('BLOCKED', COUNTED_BY_IT)
      const undone = before.ok ? newlyIdle(before.value, after.value) : null
      if (undone !== null) return fail('BLOCKED', `${undone}. Take back that change first. Nothing was changed.`)
      const own = ownOf(recordingId)
      if (!own.ok) return own
      const { byHand, ...authored } = own.value
      const apart = ports.newId()
      const made = { draftId: apart, label: ports.labelOf(recordingId), recordingIds: [recordingId], ...authored }
      const commands = [
        ['edit_draft', { draftId, recordingIds: rest }],
        ['save_draft', made as unknown as JsonObject],
        ...(byHand ? [['edit_draft', { draftId: apart, byHand }] as const] : []),
      ] as const
      const done = change(by, commands, { type: 'drafted', detail: { draft: apart, recordings: [recordingId] } })
      if (!done.ok) return done
      const kept = draft(apart)
      return kept ? ok(kept) : fail('INTERNAL', 'The draft was not kept.')
    },
  }
}

/** Whether anything was decided that goes by the names of steps. */
const hasSaid = ({ edits, answers, parameters }: DraftRecord): boolean =>
  edits.length + Object.keys(answers).length + Object.keys(parameters).length > 0

/**
 * Whether no step goes by a name alone that another has together with more demonstrations: edits, answers and names are
 * about those.
 * @param of the demonstrations that stand alone
 */
function sameSteps(together: Result<Learned>, alone: Result<Learned>, of: Pick<DraftRecord, 'recordingIds'>): boolean {
  if (!together.ok || !alone.ok) return false
  const shownThere = (place: string): boolean => of.recordingIds.some((id) => place.startsWith(`${id}/`))
  const places = new Map(callsOf(together.value.generalized.procedure).map(({ as, from }) => [as, from.filter(shownThere)]))
  return callsOf(alone.value.generalized.procedure).every(({ as, from }) => (places.get(as) ?? from).join() === from.join())
}

/** A change by hand that has nothing to be about without the demonstration, in words. */
function newlyIdle({ generalized: before }: Learned, { generalized: after }: Learned): string | null {
  const known = new Set(before.findings.map(({ findingId }) => findingId))
  const idle = after.findings.find(({ findingId, kind }) => kind === 'edit' && !known.has(findingId))
  return idle ? plain(idle.words) : null
}
