import type { Bus } from '../../bus/bus.ts'
import type { JsonObject } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import { checkArgs } from '../../teach/compile/checkArgs.ts'
import { NONE_OF_THESE, type Question } from '../../teach/generalize/types.ts'
import type { By, Library } from '../library/api.ts'
import type { ApprovalRequest, Gesture } from '../library/types.ts'
import type { Settled } from '../runs/stored.ts'
import { transact } from '../transact.ts'
import type { Approvals } from './api.ts'
import { dryRun } from './dryRuns.ts'
import { approves, rejects, trail } from './gesture.ts'
import { leftBehind } from './leftBehind.ts'
import { mayPublish } from './mayPublish.ts'
import type { OtherPages } from './otherPages.ts'
import { RequestBook } from './requestBook.ts'
import { requestNotes, sayings } from './requestNotes.ts'
import { dryRunsOf } from './shownRuns.ts'

export interface ApprovalsOptions {
  readonly bus: Bus
  readonly library: Library
  readonly validatorFor: ValidatorFor
  readonly newId: () => string
  readonly clock: () => number
  /** Id of the person at this console, if known. */
  readonly me: () => string | null
  /** What became of a commit; resolves for every one. */
  readonly settled: (commitId: string) => Promise<Settled>
  /** Watches the pages in other tabs, on behalf of this one. Without it none counts as open. */
  readonly pages?: (own: string) => OtherPages
}

/** How many requests may wait at once. */
const QUEUE = 16
const OPERATOR: By = { actor: 'operator', source: 'approval' }
const SYSTEM: By = { actor: 'system', source: 'approval' }
const GONE = 'The page that held the request was reloaded or closed.'
const ELSEWHERE = 'It waits for the user in another tab.'
const ANEW = 'It was asked for anew in another tab.'

/** The queue of requests to publish. Each lives with its page and is bound to what it showed. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  const { bus, library, validatorFor, newId, clock, me, settled } = options
  const pageId = newId()
  const pages = options.pages?.(pageId)
  const book = new RequestBook()
  /** What is said of the draft of each request that waits. */
  const said = new Map<string, string>()
  const ports = { records: () => bus.session.records, library, waiting: () => book.waiting() }

  function put(request: ApprovalRequest): void {
    if (request.state !== 'waiting') said.delete(request.requestId)
    book.put(request)
  }

  const { stored, audit } = requestNotes(pageId)

  function close(request: ApprovalRequest, state: 'rejected' | 'withdrawn', reason: string, detail: JsonObject, by: By): void {
    // First of all it must not be answered any more, whatever the note of it comes to.
    put({ ...request, state, reason })
    transact(bus, by, [stored(request, state, reason)], audit(state, request, { reason, ...detail }))
  }

  function refused(requestId: string, gesture: Gesture, why: Result<null>): Result<null> {
    const request = book.get(requestId)
    if (why.ok || !request) return why
    bus.note(audit('answer-refused', request, { gesture: trail(gesture), why: why.error.message }), OPERATOR)
    return why
  }

  /** The draft says it another way now, and the same request asks about that: whoever waits for it goes on waiting. */
  function follow(request: ApprovalRequest): Result<ApprovalRequest> {
    const found = library.draftView(request.draftId)
    if (!found.ok) {
      close(request, 'withdrawn', 'The draft can no longer be worked out.', {}, SYSTEM)
      return found
    }
    const view = found.value
    const next = { ...request, digest: view.digest, view, dryRuns: dryRunsOf(bus, library, view, me()) }
    put(next)
    const noted = transact(bus, OPERATOR, [stored(next, 'waiting')], audit('requested', next))
    return noted.ok ? ok(next) : noted
  }

  function waitsElsewhere(draftId: string): boolean {
    const last = library.draft(draftId)?.request
    return last?.state === 'waiting' && last.pageId !== pageId && (pages?.isOpen(last.pageId) ?? false)
  }

  function open(draftId: string, origin: 'agent' | 'operator'): Result<ApprovalRequest> {
    const found = library.draftView(draftId)
    if (!found.ok) return found
    const view = found.value
    const same = book.waiting().find((request) => request.draftId === draftId)
    // Had anything been said of the draft since, the request would not wait any more.
    if (same) return ok(same)
    const wrong = mayPublish(view, ports)
    if (!wrong.ok) return wrong
    if (book.waiting().length >= QUEUE) return fail('LIMIT', `${QUEUE} requests wait for the user already.`)
    const by: By = { actor: origin, source: 'publish' }
    const { request: before } = view.draft
    if (before?.state === 'waiting') {
      const { requestId, digest } = before
      bus.note({ type: 'withdrawn', tool: view.compiled.name, digest, detail: { request: requestId, reason: waitsElsewhere(draftId) ? ANEW : GONE } }, by)
    }
    const request: ApprovalRequest = {
      requestId: newId(),
      draftId,
      digest: view.digest,
      origin,
      requestedAt: new Date(clock()).toISOString(),
      state: 'waiting',
      view,
      dryRuns: dryRunsOf(bus, library, view, me()),
    }
    said.set(request.requestId, sayings(view.draft))
    const noted = transact(bus, by, [stored(request, 'waiting')], audit('requested', request))
    if (!noted.ok) return noted
    put(request)
    return ok(request)
  }

  function withdrawEdited(): void {
    for (const request of book.waiting()) {
      const draft = library.draft(request.draftId)
      if (draft?.request && draft.request.requestId !== request.requestId) {
        // The other tab has said so in the audit.
        put({ ...request, state: 'withdrawn', reason: ANEW })
        continue
      }
      if (draft && sayings(draft) === said.get(request.requestId)) continue
      close(request, 'withdrawn', draft ? 'The draft was changed.' : 'The draft was discarded.', {}, SYSTEM)
    }
  }
  const ends = [
    library.onChange(withdrawEdited),
    pages?.onChange(() => book.tell()),
  ]

  return {
    waiting: () => book.waiting(),
    request: (requestId) => book.get(requestId),
    lastOf(draftId) {
      const own = book.lastOf(draftId)
      const last = own ?? library.draft(draftId)?.request ?? null
      if (!last || own || last.state !== 'waiting') return last
      return waitsElsewhere(draftId) ? { ...last, reason: ELSEWHERE } : { ...last, state: 'withdrawn', reason: GONE }
    },
    waitsElsewhere,
    ...leftBehind({ bus, library, pageId, pages }),
    open,
    approve(requestId, gesture) {
      const found = book.pending(requestId)
      if (!found.ok) return found
      const request = found.value
      const meant = refused(requestId, gesture, approves(gesture))
      if (!meant.ok) return meant
      const { view, digest, draftId } = request
      const may = mayPublish(view, ports)
      if (!may.ok) return may
      const { compiled, generalized, draft } = view
      const tool = { name: compiled.name, compiled, procedure: generalized.procedure, digest, draftId, recordingIds: draft.recordingIds }
      const done = transact(
        bus,
        OPERATOR,
        [['save_tool', tool as unknown as JsonObject], stored(request, 'published')],
        audit('approved', request, { origin: request.origin, gesture: trail(gesture) }),
      )
      if (!done.ok) return done
      said.delete(requestId)
      book.putPublished({ ...request, state: 'published' }, settled(done.value.id))
      const kept = library.tool(compiled.name)
      return kept ? ok(kept) : fail('INTERNAL', 'The tool was not kept.')
    },
    reject(requestId, gesture, reason = 'The user said no.') {
      const found = book.pending(requestId)
      if (!found.ok) return found
      const meant = refused(requestId, gesture, rejects(gesture))
      if (meant.ok) close(found.value, 'rejected', reason, { gesture: trail(gesture) }, OPERATOR)
      return meant
    },
    withdraw(requestId, reason) {
      const found = book.pending(requestId)
      if (!found.ok) return found
      close(found.value, 'withdrawn', reason, {}, { actor: found.value.origin, source: 'approval' })
      return ok(null)
    },
    answer(requestId, questionId, choice, gesture) {
      const found = book.pending(requestId)
      if (!found.ok) return found
      const meant = refused(requestId, gesture, rejects(gesture))
      if (!meant.ok) return meant
      const request = found.value
      const { draft, questions } = request.view
      const question = questions.find((one) => one.questionId === questionId)
      if (!question || !takes(question, choice)) return fail('INVALID_INPUT', 'That is no answer to a question of this request.')
      const answers = { ...draft.answers, [questionId]: { choice, by: 'person' as const } }
      const before = said.get(requestId) ?? ''
      // Said by whoever answers the request, so it is no change behind their back that would withdraw it.
      said.set(requestId, sayings({ ...draft, answers }))
      const change = { draftId: draft.draftId, answers } as unknown as JsonObject
      const done = transact(bus, OPERATOR, [['edit_draft', change]], audit('drafted', request, { question: questionId, choice }))
      if (done.ok) return follow(request)
      said.set(requestId, before)
      return done
    },
    dryRun(requestId, args) {
      const found = book.pending(requestId)
      if (!found.ok) return found
      const { procedure } = found.value.view.generalized
      const wrong = checkArgs(procedure, args, validatorFor)
      if (wrong) return { ok: false, error: wrong }
      const run = dryRun(bus, procedure, { on: 'today', args, me: me() })
      put({ ...found.value, dryRuns: [...found.value.dryRuns.filter((one) => one.on !== 'today'), run] })
      return ok(run)
    },
    answered: (requestId) => book.answered(requestId),
    onChange: (listener) => book.onChange(listener),
    dispose() {
      for (const end of ends) end?.()
    },
  }
}

const takes = ({ choices }: Question, choice: string): boolean => choice === NONE_OF_THESE || choices.some(({ choiceId }) => choiceId === choice)
