import type { CatalogueIndex } from '../../bus/command.ts'
import type { Fork } from '../../bus/bus.ts'
import { isObject } from '../../bus/json.ts'
import type { Problem } from '../../bus/results.ts'
import type { StepResult } from './evaluate.ts'
import { entityRead, listOf, rowsAt, totalIn } from './lists.ts'
import { tally, type LoopReport, type Outcome, type ReadResult, type RunError } from './outcome.ts'
import type { Procedure } from './types.ts'
import { callsOf, nodesOf } from './walk.ts'

/** How the rows of an outermost loop are kept count of. */
export interface LoopProgress {
  done(id: string): void
  skipped(id: string): void
  /** The run ends at this row. A row that was stopped from outside was not tried; any other failed. */
  ended(id: string, problem: Problem): void
}

/** What a run has come to so far: which entries are settled, what became of rows, and the outcome from both. */
export class Progress {
  private readonly first: number
  private settled: number
  private looped = false
  private readonly rows = { done: new Set<string>(), skipped: new Set<string>(), failed: new Set<string>(), notTried: new Set<string>() }

  constructor(
    private readonly procedure: Procedure,
    private readonly env: { readonly index: CatalogueIndex; readonly fork: Fork },
  ) {
    this.first = this.settled = env.fork.entries.length
  }

  /** A loop begins over these rows, those beyond its bound among them. */
  loop(ids: readonly string[]): LoopProgress {
    this.looped = true
    const { done, skipped, failed, notTried } = this.rows
    for (const id of ids) notTried.add(id)
    const move = (id: string, to: Set<string>): void => {
      notTried.delete(id)
      to.add(id)
    }
    return {
      done: (id) => {
        move(id, done)
        this.settled = this.env.fork.entries.length
      },
      skipped: (id) => move(id, skipped),
      ended: (id, { code }) => {
        if (code !== 'CANCELLED' && code !== 'REVOKED') move(id, failed)
      },
    }
  }

  /** The outcome if all is committed. */
  succeeded(steps: ReadonlyMap<string, StepResult>): Outcome {
    const entries = this.env.fork.entries.slice(this.first)
    const result = this.found(steps)
    return { ok: true, ...tally(entries, this.env.index), ...(result ? { result } : {}), ...this.report() }
  }

  /** The outcome of a run that ended early: only what was committed row by row counts. */
  failed(halt: { readonly problem: Problem; readonly number?: number; readonly command?: string; readonly thrown?: unknown }): Outcome {
    const { problem, number, command, thrown } = halt
    const { done, failed, notTried } = this.rows
    const error: RunError = {
      ...problem,
      message: number === undefined ? problem.message : `Step ${number}${command === undefined ? '' : `, ${command}`}: ${problem.message}`,
      ...(number === undefined ? {} : { step: number }),
      ...(command === undefined ? {} : { command }),
      applied: this.looped ? [...done] : [],
      remaining: this.looped ? [...failed, ...notTried] : nodesOf(this.procedure).map((node) => node.number),
    }
    const entries = this.env.fork.entries.slice(this.first, this.settled)
    return { ok: false, error, ...tally(entries, this.env.index), ...this.report(), ...(thrown === undefined ? {} : { thrown }) }
  }

  private report(): { readonly loop?: LoopReport } {
    if (!this.looped) return {}
    const { done, skipped, failed, notTried } = this.rows
    return { loop: { done: [...done], skipped: [...skipped], failed: [...failed], notTried: [...notTried] } }
  }

  /** The last thing looked up, of a procedure that only looks things up. */
  private found(steps: ReadonlyMap<string, StepResult>): ReadResult | null {
    const calls = callsOf(this.procedure)
    if (calls.some((call) => this.env.index.command(call.command)?.effect === 'write')) return null
    const last = calls.map((call) => steps.get(call.as)).findLast((step) => step !== undefined)
    if (!last) return null
    const entity = entityRead(last.command)
    const list = listOf(last.command)
    if (!list) return { entity, rows: isObject(last.output) ? [last.output] : [], total: 1 }
    const rows = rowsAt(last.output, list.path)
    return { entity, rows, total: totalIn(last.command, last.output) ?? rows.length }
  }
}
