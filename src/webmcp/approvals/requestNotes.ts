import { canonical, type JsonObject } from '../../bus/json.ts'
import type { LibraryAudit } from '../audit.ts'
import type { ApprovalRequest, DraftRecord, RequestState } from '../library/types.ts'

/** How requests of one page are written down: as a command on their draft, and as an event of the audit. */
export interface RequestNotes {
  stored(request: ApprovalRequest, state: RequestState, reason?: string): readonly [command: string, input: JsonObject]
  audit(type: LibraryAudit['type'], request: ApprovalRequest, detail?: JsonObject): LibraryAudit
}

export const requestNotes = (pageId: string): RequestNotes => ({
  stored: ({ requestId, draftId, digest }, state, reason) => [
    'note_request',
    { draftId, requestId, digest, state, pageId, ...(reason === undefined ? {} : { reason }) },
  ],
  audit: (type, { requestId, draftId, digest, view }, detail = {}) => ({
    type,
    tool: view.compiled.name,
    digest,
    detail: { request: requestId, draft: draftId, ...detail },
  }),
})

/** All that people said of a draft, and nothing that is noted about it. */
export const sayings = ({ name, title, description, parameters, recordingIds, answers, edits }: DraftRecord): string =>
  canonical({ name, title, description, parameters, recordingIds, answers, edits })
