import type { Rec } from '../../bus/state.ts'
import type { Priority, Status } from '../model.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A sample ticket as it is written down: times as ages, the body as paragraphs. */
export interface TicketSeed {
  readonly ticketId: string
  readonly subject: string
  readonly body: readonly string[]
  readonly name: string
  readonly email: string
  readonly status: Status
  readonly priority: Priority
  readonly assigneeId: string | null
  readonly tags: readonly string[]
  /** Milliseconds since it came in. */
  readonly age: number
  /** Milliseconds since it last changed; left out, it never did. */
  readonly quiet?: number
  readonly reply?: string
}

/** The stored form of a sample ticket, its times counted back from `now`. */
export function ticketRecord(seed: TicketSeed, now: number): Rec {
  return {
    ticketId: seed.ticketId,
    subject: seed.subject,
    body: seed.body.join('\n\n'),
    requester: { name: seed.name, email: seed.email },
    status: seed.status,
    priority: seed.priority,
    assigneeId: seed.assigneeId,
    tags: seed.tags,
    reply: seed.reply ?? '',
    createdAt: new Date(now - seed.age).toISOString(),
    updatedAt: new Date(now - (seed.quiet ?? seed.age)).toISOString(),
    version: 1,
  }
}
