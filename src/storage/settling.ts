/** What became of a commit. `unsaved`: in memory only, for now. `stale`: taken back. */
export type Outcome = 'stored' | 'unsaved' | 'stale'

/** How many outcomes other than the usual one are remembered. */
const KEPT = 500

/** Who waits for which commit, and what to answer. */
export class Settling {
  private readonly waiting = new Map<string, Set<(outcome: Outcome) => void>>()
  /** Waiting commits that were answered for now, and the ones that were taken back. */
  private readonly answers = new Map<string, Outcome>()

  /** @param usual what is said of a commit that neither waits nor was taken back */
  constructor(private readonly usual: Outcome) {}

  expect(id: string): void {
    this.waiting.set(id, new Set())
  }

  /** The final word. */
  settle(id: string, outcome: Outcome): void {
    this.answer(id, outcome)
    this.waiting.delete(id)
    if (outcome === this.usual) this.answers.delete(id)
    const oldest = this.answers.keys().next().value
    if (this.answers.size > KEPT && oldest !== undefined && !this.waiting.has(oldest)) this.answers.delete(oldest)
  }

  /** An answer for now: whoever waits need not wait for better days. */
  answer(id: string, outcome: Outcome): void {
    this.answers.set(id, outcome)
    for (const resolve of this.waiting.get(id) ?? []) resolve(outcome)
    this.waiting.get(id)?.clear()
  }

  /** Whether whoever waits for it has an answer. */
  isAnswered(id: string): boolean {
    return this.answers.has(id)
  }

  outcome(id: string): Promise<Outcome> {
    const known = this.answers.get(id)
    if (known !== undefined) return Promise.resolve(known)
    const waiting = this.waiting.get(id)
    return waiting ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve(this.usual)
  }
}
