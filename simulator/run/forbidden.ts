import { brief, type Json } from '../json.ts'
import type { ForbidStep } from '../script/types.ts'
import type { Driver } from './driver.ts'
import { mismatch } from './match.ts'
import type { Failure } from './report.ts'
import { knownOf, since, type Known } from './since.ts'

/** A rule, and what there was when it was set up: what was before is not its business. Plain data. */
export interface Standing {
  readonly rule: ForbidStep['forbid']
  readonly known: Known
}

/** What must not be from some step on; looked at after every later one. */
export class Forbidden {
  /** @param standing the rules of a run that goes on */
  constructor(private readonly standing: Standing[] = []) {}

  async add(rule: Standing['rule'], driver: Driver): Promise<void> {
    this.standing.push({ rule, known: knownOf(await driver.evidence()) })
  }

  /** The rules so far. */
  all(): readonly Standing[] {
    return [...this.standing]
  }

  /** Whether the script itself may make a call. */
  call(name: string): Failure | null {
    const found = this.standing.find(({ rule }) => rule.call !== undefined && mismatch(name, rule.call) === null)
    return found ? { path: '', message: `the call of ${name} is forbidden here` } : null
  }

  async broken(driver: Driver): Promise<Failure | null> {
    if (this.standing.length === 0) return null
    const now = await driver.evidence()
    const names = this.standing.some(({ rule }) => rule.tool !== undefined) ? (await driver.list()).map((tool) => tool.name) : []
    for (const { rule, known } of this.standing) {
      const { journal, audit } = since(known)(now)
      const found = offence('tool', rule.tool, names) ?? offence('entry in the journal', rule.journal, journal) ?? offence('event in the audit', rule.audit, audit)
      if (found) return found
    }
    return null
  }
}

function offence(what: string, rule: Json | undefined, items: readonly Json[]): Failure | null {
  if (rule === undefined) return null
  const item = items.find((one) => mismatch(one, rule) === null)
  return item === undefined ? null : { path: '', message: `a forbidden ${what}: ${brief(item)}` }
}
