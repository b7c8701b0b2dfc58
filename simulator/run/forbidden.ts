import { brief, type Json } from '../json.ts'
import type { ForbidStep } from '../script/types.ts'
import type { Driver } from './driver.ts'
import { mismatch } from './match.ts'
import type { Failure } from './report.ts'
import type { Since } from './since.ts'

type Rule = ForbidStep['forbid']

interface Standing {
  readonly rule: Rule
  /** How much journal and audit held when it was set up: what was before is not its business. */
  readonly journal: number
  readonly audit: number
}

/** What must not be from some step on; looked at after every later one. */
export class Forbidden {
  private readonly rules: Standing[] = []

  async add(rule: Rule, driver: Driver, look: Since): Promise<void> {
    const { journal, audit } = look(await driver.evidence())
    this.rules.push({ rule, journal: journal.length, audit: audit.length })
  }

  /** Whether the script itself may make a call. */
  call(name: string): Failure | null {
    const found = this.rules.find(({ rule }) => rule.call !== undefined && mismatch(name, rule.call) === null)
    return found ? { path: '', message: `the call of ${name} is forbidden here` } : null
  }

  async broken(driver: Driver, look: Since): Promise<Failure | null> {
    if (this.rules.length === 0) return null
    const { journal, audit } = look(await driver.evidence())
    const names = this.rules.some(({ rule }) => rule.tool !== undefined) ? (await driver.list()).map((tool) => tool.name) : []
    for (const { rule, ...from } of this.rules) {
      const found =
        offence('tool', rule.tool, names) ??
        offence('entry in the journal', rule.journal, journal.slice(from.journal)) ??
        offence('event in the audit', rule.audit, audit.slice(from.audit))
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
