import type { JsonObject } from '../../bus/json.ts'
import { fail } from '../../bus/results.ts'
import { firstThatFits } from '../fit.ts'
import type { ApprovalRequest, ToolRecord } from '../library/types.ts'
import { errorResult } from '../result.ts'
import type { ToolStatus } from '../registry/api.ts'
import type { FixedToolServices } from './services.ts'
import { toolForms } from './told.ts'

/** How long an agent's call waits for the person, in milliseconds. */
export const HOLD_MS = 45_000

export interface Hold {
  /** Resolves after some milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

type Answer = Pick<ApprovalRequest, 'state' | 'reason' | 'saved'>

/** How many calls wait for each request: only when the last caller gives up is the request withdrawn. */
type Holders = Map<string, number>

/** `understudy_publish_tool`: asks the person, and waits for the answer for a while. */
export function createPublishTool({ library, approvals, registry }: FixedToolServices, { wait }: Hold) {
  const holders: Holders = new Map()

  return async function publishTool(input: JsonObject, signal: AbortSignal | undefined): Promise<JsonObject> {
    const draftId = input.draftId as string
    if (!library.draft(draftId)) {
      const known = library.drafts().map((draft) => draft.draftId)
      return errorResult(fail('NOT_FOUND', 'There is no draft of this id.', { path: 'draftId', known }).error)
    }
    if (input.poll === true) return polled(draftId)
    const live = publishedAlready(draftId)
    if (live) return published(live)
    const opened = approvals.open(draftId, 'agent')
    if (!opened.ok) return errorResult(opened.error)
    const { requestId } = opened.value
    const outcome = await held(requestId, signal)
    if (outcome === 'aborted') return errorResult(fail('CANCELLED', 'The caller gave up before the user answered.').error)
    const request = approvals.request(requestId) ?? opened.value
    return answered(request, draftId)
  }

  async function held(requestId: string, signal: AbortSignal | undefined): Promise<'answered' | 'time' | 'aborted'> {
    let stop = (): void => undefined
    const aborted = new Promise<'aborted'>((resolve) => {
      stop = (): void => resolve('aborted')
      if (signal?.aborted) stop()
      signal?.addEventListener('abort', stop, { once: true })
    })
    holders.set(requestId, (holders.get(requestId) ?? 0) + 1)
    const answer = approvals.answered(requestId).then(() => 'answered' as const)
    const first = await Promise.race([answer, wait(HOLD_MS).then(() => 'time' as const), aborted])
    signal?.removeEventListener('abort', stop)
    const left = (holders.get(requestId) ?? 1) - 1
    if (left === 0) holders.delete(requestId)
    else holders.set(requestId, left)
    if (first === 'aborted' && left === 0) approvals.withdraw(requestId, 'The agent that asked gave up.')
    return first
  }

  async function polled(draftId: string): Promise<JsonObject> {
    const last = approvals.lastOf(draftId)
    if (last) return answered(last, draftId)
    return errorResult(fail('NOT_FOUND', 'Nobody asked to publish this draft yet. Call without poll.').error)
  }

  async function answered({ state, reason, saved }: Answer, draftId: string): Promise<JsonObject> {
    switch (state) {
      case 'waiting':
        return {
          ok: true,
          status: 'awaiting_approval',
          draftId,
          next: `Ask the user to return to ${reason === undefined ? 'this tab' : 'the other tab in which it waits'} and answer the request; then call understudy_publish_tool with poll: true.`,
        }
      case 'rejected':
        return { status: 'rejected', ...errorResult(fail('REJECTED', reason ?? 'The user said no.').error) }
      case 'withdrawn':
        return {
          status: 'withdrawn',
          ...errorResult(fail('CANCELLED', `The request was withdrawn. ${reason ?? ''}`.trim()).error),
          next: 'Call understudy_publish_tool again without poll to ask anew.',
        }
      case 'published': {
        const tool = library.tools().find((one) => one.draftId === draftId)
        return tool ? published(tool, saved) : errorResult(fail('REVOKED', 'It was published and has been revoked since.').error)
      }
    }
  }

  /** The live tool that is this draft to the letter, if it was published before. */
  function publishedAlready(draftId: string): ToolRecord | undefined {
    const view = library.draftView(draftId)
    if (!view.ok) return undefined
    return library.tools().find((tool) => tool.draftId === draftId && tool.state === 'live' && tool.digest === view.value.digest)
  }

  /** Enough to call the tool at once: clients' own lists lag behind. */
  async function published(tool: ToolRecord, saved?: false): Promise<JsonObject> {
    const status = await registry.whenSettled(tool.name)
    const next = nextFor(tool, status)
    const kept = saved === false ? { saved } : {}
    return firstThatFits(toolForms(tool.compiled).map((form) => () => ({ ok: true, status: 'published', tool: form, ...kept, next })))
  }
}

function nextFor({ name, state }: ToolRecord, status: ToolStatus | undefined): string {
  if (state !== 'live') return `The user has disabled ${name}; ask before relying on it.`
  if (status?.status === 'registered') return `Call ${name} now.`
  return `${name} is approved but not registered. ${status?.reason ?? ''}`.trim()
}
