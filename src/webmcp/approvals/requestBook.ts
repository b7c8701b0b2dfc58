import { fail, ok, type Result } from '../../bus/results.ts'
import type { ApprovalRequest, RequestState } from '../library/types.ts'
import type { Settled } from '../runs/stored.ts'

/** How many requests are remembered after their answer. */
const REMEMBERED = 64

const DONE: Readonly<Record<Exclude<RequestState, 'waiting'>, string>> = {
  published: 'This was published already; nothing more was done.',
  rejected: 'This was rejected before; publish again to ask anew.',
  withdrawn: 'This request was withdrawn; publish again to ask anew.',
}

/** The requests of this page, what became of them, and who waits to hear of it. */
export class RequestBook {
  private readonly requests = new Map<string, ApprovalRequest>()
  /** Publications on their way to storage. */
  private readonly storing = new Map<string, Promise<ApprovalRequest>>()
  private readonly waiters = new Map<string, Set<(request: ApprovalRequest) => void>>()
  private readonly listeners = new Set<() => void>()

  waiting(): readonly ApprovalRequest[] {
    return [...this.requests.values()].filter((request) => request.state === 'waiting')
  }

  get(requestId: string): ApprovalRequest | undefined {
    return this.requests.get(requestId)
  }

  lastOf(draftId: string): ApprovalRequest | undefined {
    return [...this.requests.values()].findLast((request) => request.draftId === draftId)
  }

  /** The request if it still waits, else what became of it. */
  pending(requestId: string): Result<ApprovalRequest> {
    const request = this.requests.get(requestId)
    if (!request) return fail('NOT_FOUND', 'There is no such request on this page.')
    return request.state === 'waiting' ? ok(request) : fail('CANCELLED', DONE[request.state])
  }

  /** Keeps a request as it is now. Whoever waits for its answer hears of one. */
  put(request: ApprovalRequest): void {
    const { requestId } = request
    this.requests.set(requestId, Object.freeze(request))
    if (request.state !== 'waiting' && !this.storing.has(requestId)) {
      for (const resolve of this.waiters.get(requestId) ?? []) resolve(request)
      this.waiters.delete(requestId)
    }
    const oldest = [...this.requests.values()].find((one) => one.state !== 'waiting')
    if (this.requests.size > REMEMBERED && oldest) this.requests.delete(oldest.requestId)
    this.tell()
  }

  /** Published in the page; whoever waits hears of it when it is stored, or that another tab was faster. */
  putPublished(request: ApprovalRequest, settled: Promise<Settled>): void {
    const { requestId } = request
    const stored = settled.then((end) => {
      this.storing.delete(requestId)
      if (end === 'stale') this.put({ ...request, state: 'withdrawn', reason: 'Another tab changed the library first.' })
      else this.put(end === 'unsaved' ? { ...request, saved: false } : request)
      return this.requests.get(requestId) ?? request
    })
    this.storing.set(requestId, stored)
    this.put(request)
  }

  /** Resolves once the request no longer waits; after an approval, once it is stored. */
  answered(requestId: string): Promise<ApprovalRequest> {
    const request = this.requests.get(requestId)
    if (!request) return Promise.reject(new Error('No such request on this page.'))
    if (request.state !== 'waiting') return this.storing.get(requestId) ?? Promise.resolve(request)
    return new Promise((resolve) => {
      const waiting = this.waiters.get(requestId) ?? new Set()
      this.waiters.set(requestId, waiting.add(resolve))
    })
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  tell(): void {
    for (const listener of this.listeners) listener()
  }
}
