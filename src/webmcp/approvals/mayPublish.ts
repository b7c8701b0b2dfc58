import { fail, ok, type Result } from '../../bus/results.ts'
import type { State } from '../../bus/state.ts'
import { redact } from '../../bus/words.ts'
import type { Library } from '../library/api.ts'
import { nameTaken } from '../library/toolName.ts'
import type { ApprovalRequest, DraftView } from '../library/types.ts'
import { LIVE_LIMIT } from '../registry/api.ts'

export interface PublishPorts {
  readonly records: () => State
  readonly library: Pick<Library, 'tools'>
  readonly waiting: () => readonly ApprovalRequest[]
}

/**
 * Whether a draft could be published right now: no finding blocks it, its name is free, there is room. Asked when the
 * request is opened, and again when it is approved.
 */
export function mayPublish(view: DraftView, { records, library, waiting }: PublishPorts): Result<null> {
  if (view.blocked) {
    const worst = view.findings.find((finding) => finding.level === 'block')
    return fail('BLOCKED', `The draft cannot be published: ${worst ? redact(worst.words).text : 'see its findings'}.`)
  }
  const { name } = view.compiled
  const { draftId } = view.draft
  const taken = nameTaken(records(), name, draftId)
  if (taken !== null) return fail('INVALID_INPUT', taken, { path: 'name' })
  if (waiting().some((request) => request.view.compiled.name === name && request.draftId !== draftId)) {
    return fail('INVALID_INPUT', `Another draft named ${name} waits for the user; choose another name.`, { path: 'name' })
  }
  const live = library.tools().filter((tool) => tool.state === 'live' && tool.name !== name)
  if (live.length < LIVE_LIMIT) return ok(null)
  return fail('LIMIT', `${LIVE_LIMIT} tools are live, and that is the most. Disable or revoke one first.`)
}
