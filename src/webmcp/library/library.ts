import type { Bus } from '../../bus/bus.ts'
import type { JsonObject } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import type { Answers, Edit } from '../../teach/generalize/types.ts'
import type { Recording } from '../../teach/recording/types.ts'
import type { LibraryAudit } from '../audit.ts'
import { transact } from '../transact.ts'
import { wordedBy, withPersonsWords } from './byHand.ts'
import type { By, DraftChange, DraftRequest, Library } from './api.ts'
import { addsTo, contradicts } from './contradicts.ts'
import { demonstrationsOf } from './demonstrations.ts'
import { DraftViews } from './draftViews.ts'
import { similarTo } from './joining.ts'
import { userOf } from './recordingCommands.ts'
import { shelfOf } from './stored.ts'
import { suggestAuthored } from './suggest.ts'
import type { Authored, DraftRecord, DraftView } from './types.ts'

export interface LibraryOptions {
  readonly bus: Bus
  readonly validatorFor: ValidatorFor
  readonly newId: () => string
  /** Where what cannot be read or computed is told. */
  readonly report?: (where: string, error: unknown) => void
}

const OPERATOR: By = { actor: 'operator', source: 'library' }
/** So many drafts may there be for an agent to make another: each is stored, and a person discards them one by one. */
const DRAFT_LIMIT = 64
const UNSAVED = 'preview'
const UNREADABLE: Authored = { name: 'shown_task', title: 'Shown task', description: '', parameters: {} }

/** The library over a bus: its records, what is computed from them, and every change as a commit. */
export function createLibrary({ bus, validatorFor, newId, report }: LibraryOptions): Library {
  const listeners = new Set<() => void>()
  let shelf = shelfOf(bus.session.records)
  let seen = listsOf(bus)

  const forget = bus.onChange(() => {
    const now = listsOf(bus)
    if (now.every((list, place) => list === seen[place])) return
    seen = now
    shelf = shelfOf(bus.session.records)
    for (const listener of listeners) listener()
  })

  const recording = (recordingId: string): Recording | undefined => shelf.recordings.get(recordingId)
  const views = new DraftViews({ bus, index: bus.index, validatorFor, recording, ...(report ? { report } : {}) })

  const draft = (draftId: string): DraftRecord | undefined => {
    const found = shelf.drafts.get(draftId)
    return found?.status === 'discarded' ? undefined : found
  }

  const drafts = (): readonly DraftRecord[] =>
    [...shelf.drafts.values()].filter((one) => one.status !== 'discarded').sort((a, b) => order(b.updatedAt, a.updatedAt))

  function change(by: By, commands: readonly (readonly [string, JsonObject])[], audit?: LibraryAudit): Result<null> {
    const done = transact(bus, by, commands, audit)
    return done.ok ? ok(null) : done
  }

  /** Names of all tools and open drafts, so that a suggestion is none of them. */
  const taken = (): ReadonlySet<string> =>
    new Set([...[...shelf.tools.values()].filter((tool) => tool.state !== 'revoked'), ...drafts()].map((one) => one.name))

  function suggestion(recordingIds: readonly string[], used: ReadonlySet<string>): Result<Authored> {
    const learned = views.learnFrom(recordingIds)
    return learned.ok ? ok(suggestAuthored(learned.value.generalized.procedure, bus.index, used)) : learned
  }

  function makeDraft(
    request: DraftRequest,
    label: string,
    by: By,
    before: readonly (readonly [string, JsonObject])[] = [],
    edits: readonly Edit[] = [],
  ): Result<DraftRecord> {
    const { recordingIds, name, description, title = titleFrom(name), parameters = {}, answers = {} } = request
    const draftId = newId()
    const input = { draftId, label, recordingIds, name, description, title, parameters, answers, edits } as unknown as JsonObject
    const done = change(by, [...before, ['save_draft', input]], {
      type: before.length > 0 ? 'recorded' : 'drafted',
      detail: { draft: draftId, recordings: recordingIds },
    })
    if (!done.ok) return done
    const made = draft(draftId)
    return made ? ok(made) : fail('INTERNAL', 'The draft was not kept.')
  }

  function editDraft(draftId: string, wanted: DraftChange, by: By = OPERATOR, audit?: LibraryAudit): Result<DraftRecord> {
    const before = draft(draftId)
    if (!before) return fail('NOT_FOUND', 'There is no such draft.', { path: 'draftId' })
    const done = bus.plan('edit_draft', { draftId, ...wanted })
    if (!done.ok) return done
    const wrong = contradicted(before, wanted)
    if (wrong !== null) return fail('BLOCKED', `${wrong}. Nothing was changed.`)
    if ((done.value.patches ?? []).length === 0) return ok(before)
    const byHand = by.actor === 'operator' ? wordedBy(before, wanted) : {}
    const changed = change(by, [['edit_draft', { draftId, ...wanted, ...byHand } as unknown as JsonObject]], audit)
    if (!changed.ok) return changed
    return ok(draft(draftId) ?? before)
  }

  /** What speaks against a change by hand; null where nothing does, or nobody can tell. */
  function contradicted({ recordingIds, answers, edits: before }: DraftRecord, { edits }: DraftChange): string | null {
    if (!edits || !addsTo(before, edits)) return null
    const was = views.learnFrom(recordingIds, answers, before)
    const is = views.learnFrom(recordingIds, answers, edits)
    return was.ok && is.ok ? contradicts(was.value, is.value) : null
  }

  /** A draft that still says what was suggested, so that whoever names it first has it. */
  function untouched(one: DraftRecord): boolean {
    const said = one.edits.length + Object.keys(one.answers).length + Object.keys(one.parameters).length + (one.byHand ?? []).length
    if (one.status !== 'open' || said > 0) return false
    const others = new Set([...taken()].filter((name) => name !== one.name))
    const suggested = suggestion(one.recordingIds, others)
    return suggested.ok && suggested.value.description === one.description && suggested.value.title === one.title
  }

  const demonstrations = demonstrationsOf(
    {
      newId,
      draft,
      every: () => [...shelf.drafts.values()],
      labelOf: (recordingId) => recording(recordingId)?.label ?? '',
      taken,
      suggestion,
      learnFrom: (recordingIds, answers, edits) => views.learnFrom(recordingIds, answers, edits),
      change,
    },
    OPERATOR,
  )

  return {
    recordings: () => [...shelf.recordings.values()].sort((a, b) => order(b.startedAt, a.startedAt)),
    recording,
    drafts,
    draft,
    tools: () =>
      [...shelf.tools.values()]
        .filter((tool) => tool.state !== 'revoked')
        .sort((a, b) => order(a.approvedAt, b.approvedAt) || order(a.name, b.name)),
    tool: (name) => shelf.tools.get(name),
    damaged: () => shelf.damaged,
    saveRecording(given, by = OPERATOR) {
      // Gone on with in two tabs, one recording has become two demonstrations.
      const made = recording(given.recordingId) ? { ...given, recordingId: newId() } : given
      const learned = views.learnFromNew(made)
      // What was shown is kept even where the page fails to make anything of it; only an empty one is refused.
      if (!learned.ok && learned.error.code !== 'INTERNAL') return learned
      const suggested = learned.ok ? suggestAuthored(learned.value.generalized.procedure, bus.index, taken()) : UNREADABLE
      const kept = makeDraft({ ...suggested, recordingIds: [made.recordingId] }, made.label, by, [
        ['save_recording', { recording: made as unknown as JsonObject }],
      ])
      if (!kept.ok) return kept
      const stored = recording(made.recordingId) ?? made
      views.keptAs(made, stored)
      return ok({ recording: stored, draft: kept.value })
    },
    discardRecording: (recordingId, by = OPERATOR) => change(by, [['discard_recording', { recordingId }]]),
    draftFrom(request, by = OPERATOR) {
      const learned = views.learnFrom(request.recordingIds)
      if (!learned.ok) return learned
      const sources = request.recordingIds.join('\n')
      const sameSources = drafts().filter((one) => one.recordingIds.join('\n') === sources)
      const same = sameSources.find((one) => one.name === request.name) ?? sameSources.find(untouched)
      // What a person settled about these demonstrations holds under any name.
      const unpublished = sameSources.find(({ status }) => status === 'open')
      const settled = same ?? unpublished ?? sameSources[0]
      const answers = settled ? withPersons(request.answers ?? settled.answers, settled.answers) : request.answers
      if (!same) {
        if (by.actor === 'agent' && drafts().length >= DRAFT_LIMIT) {
          return fail('LIMIT', `${DRAFT_LIMIT} drafts are kept already. Draft one of them again under its name, or ask the user to discard some.`)
        }
        const label = recording(request.recordingIds[0] ?? '')?.label ?? ''
        return makeDraft({ ...request, ...(answers ? { answers } : {}) }, label, by, [], unpublished?.edits)
      }
      const { recordingIds: _, title = titleFrom(request.name), parameters, ...said } = request
      const named = { ...same.parameters, ...parameters }
      const wanted = { ...said, title, parameters: named, answers: answers ?? {} }
      const worded = by.actor === 'operator' ? wanted : withPersonsWords(wanted, same)
      return editDraft(same.draftId, worded, by, { type: 'drafted', detail: { draft: same.draftId } })
    },
    editDraft: (draftId, wanted, by) => editDraft(draftId, wanted, by),
    discardDraft(draftId, by = OPERATOR, withRecordings = false) {
      const own = withRecordings ? (draft(draftId)?.recordingIds ?? []) : []
      const unused = own.filter((recordingId) => recording(recordingId) && userOf(bus.session.records, recordingId, draftId) === null)
      return change(by, [['discard_draft', { draftId }], ...unused.map((recordingId) => ['discard_recording', { recordingId }] as const)])
    },
    userOf: (recordingId, but) => userOf(bus.session.records, recordingId, but),
    draftAgain(recordingIds, by = OPERATOR) {
      const suggested = suggestion(recordingIds, taken())
      if (!suggested.ok) return suggested
      return makeDraft({ ...suggested.value, recordingIds }, recording(recordingIds[0] ?? '')?.label ?? '', by)
    },
    similar(draftId) {
      const found = draft(draftId)
      return found ? similarTo(found, drafts(), recording, bus.index) : []
    },
    ...demonstrations,
    draftView(draftId) {
      const found = draft(draftId)
      return found ? views.view(found) : fail('NOT_FOUND', 'There is no such draft.', { path: 'draftId' })
    },
    preview(recordingIds): Result<DraftView> {
      const suggested = suggestion(recordingIds, new Set())
      if (!suggested.ok) return suggested
      return views.view(unsaved(recordingIds, suggested.value))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose: forget,
  }
}

const listsOf = (bus: Bus): readonly unknown[] => ['recording', 'draft', 'tool'].map((entity) => bus.session.records.list(entity))

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Answers with those a person gave among others put over them: a person's answer binds, whoever drafts next. */
const withPersons = (answers: Answers, before: Answers): Answers => ({
  ...answers,
  ...Object.fromEntries(Object.entries(before).filter(([, { by }]) => by === 'person')),
})

/** `set_priority` → *Set priority*. */
const titleFrom = (name: string): string => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')

const unsaved = (recordingIds: readonly string[], authored: Authored): DraftRecord => ({
  ...authored,
  draftId: UNSAVED,
  version: 0,
  label: '',
  recordingIds,
  answers: {},
  edits: [],
  status: 'open',
  request: null,
  createdAt: '',
  updatedAt: '',
})
