import type { Json } from '../../src/bus/json.ts'
import { expectedOn, type HostName } from './assertion.ts'
import { assertions } from './assertions.ts'
import { openHost } from './hosts.ts'
import type { HostUnderTest } from './hostUnderTest.ts'
import { errorName, pause } from './tools.ts'

/** How long one assertion may take before it counts as hung, in milliseconds. */
const LIMIT_MS = 10_000

/** What a page came to know: what each assertion gave, in order, as far as the page lasted. */
export interface Observed {
  readonly values: Readonly<Record<string, Json>>
  /** Where to go on, on a fresh page: tools were left here that nothing removes. Null when all is done. */
  readonly next: number | null
}

/** Puts a host on this page and asks it everything it is to be asked, from one assertion on. Runs in the page. */
export async function observeAll(name: HostName, from: number): Promise<Observed> {
  const make = await openHost(name)
  const values: Record<string, Json> = {}
  for (const [index, assertion] of assertions.entries()) {
    const asked = index < from ? null : expectedOn(name, assertion)
    if (!asked) continue
    const over = new AbortController()
    const host = make(over.signal)
    const limit = pause(LIMIT_MS).then((): Json => ({ threw: 'It did not end.' }))
    values[assertion.id] = await Promise.race([asked.observe(host).catch(thrown), limit])
    over.abort()
    if (!(await cleared(host))) return { values, next: index + 1 }
  }
  return { values, next: null }
}

const thrown = (error: unknown): Json => ({ threw: `${errorName(error)}: ${String(error)}` })

/** Whether the list is empty again, soon after everything was aborted. */
async function cleared(host: HostUnderTest): Promise<boolean> {
  for (let tries = 0; tries < 10; tries += 1) {
    if ((await host.names()).length === 0) return true
    await pause(20)
  }
  return false
}

declare global {
  var observeAll: typeof import('./page.ts').observeAll
}

globalThis.observeAll = observeAll
