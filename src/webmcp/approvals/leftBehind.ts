import type { Bus } from '../../bus/bus.ts'
import { fail, ok } from '../../bus/results.ts'
import type { By, Library } from '../library/api.ts'
import { transact } from '../transact.ts'
import type { Approvals } from './api.ts'
import type { OtherPages } from './otherPages.ts'

export interface LeftBehindOptions {
  readonly bus: Bus
  readonly library: Library
  /** This page. */
  readonly pageId: string
  readonly pages: Pick<OtherPages, 'hasGone'> | undefined
}

const OPERATOR: By = { actor: 'operator', source: 'approval' }
const LET_GO = 'The page that held the request was reloaded or closed, and the user let it go.'

/** Requests whose page went before anybody answered: what they were for is still there, and can be asked for anew. */
export function leftBehind({ bus, library, pageId, pages }: LeftBehindOptions): Pick<Approvals, 'leftBehind' | 'letGo'> {
  const left: Approvals['leftBehind'] = () =>
    library.drafts().filter(({ status, request }) => {
      if (status !== 'open' || request?.state !== 'waiting' || request.pageId === pageId) return false
      return pages?.hasGone(request.pageId) ?? true
    })

  return {
    leftBehind: left,
    letGo(draftId) {
      const draft = left().find((one) => one.draftId === draftId)
      if (!draft?.request) return fail('NOT_FOUND', 'No request for that draft was left behind.')
      const { requestId, digest } = draft.request
      const done = transact(
        bus,
        OPERATOR,
        [['note_request', { draftId, requestId, digest, state: 'withdrawn', pageId, reason: LET_GO }]],
        { type: 'withdrawn', tool: draft.name, digest, detail: { request: requestId, draft: draftId, reason: LET_GO } },
      )
      return done.ok ? ok(null) : done
    },
  }
}
