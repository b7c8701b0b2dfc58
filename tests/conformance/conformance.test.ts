import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../src/bus/json.ts'
import { launch } from '../e2e/harness.ts'
import { expectedOn, type HostName } from './assertion.ts'
import { assertions } from './assertions.ts'
// The page's globals.
import type { Observed } from './page.ts'
import { servePage } from './servePage.ts'

const HOSTS = [
  { host: 'native', webmcp: true },
  { host: 'port on native', webmcp: true },
  { host: 'bridge', webmcp: false },
  { host: 'port on bridge', webmcp: false },
] as const

/** What each host gave: asked of all of them at the same time, since much of it is waiting. */
const given = new Map<HostName, Readonly<Record<string, Json>>>()

beforeAll(async () => {
  const [served, native, plain] = await Promise.all([servePage(), launch({ webmcp: true }), launch({ webmcp: false })])
  try {
    await Promise.all(HOSTS.map(async ({ host, webmcp }) => given.set(host, await ask(webmcp ? native : plain, served.origin, host))))
  } finally {
    await Promise.all([native.close(), plain.close(), served.close()])
  }
})

afterAll(() => given.clear())

/** Everything a host gives, over as many pages as it takes. */
async function ask(browser: Browser, origin: string, host: HostName): Promise<Readonly<Record<string, Json>>> {
  const values: Record<string, Json> = {}
  for (let next: number | null = 0; next !== null; ) {
    const page = await browser.newPage()
    await page.goto(origin)
    await page.waitForFunction(() => 'observeAll' in globalThis)
    const observed: Observed = await page.evaluate(([name, from]) => observeAll(name, from), [host, next] as const)
    Object.assign(values, observed.values)
    next = observed.next
    await page.close()
  }
  return values
}

describe.each(HOSTS)('$host', ({ host }) => {
  for (const assertion of assertions) {
    const expected = expectedOn(host, assertion)
    if (!expected) continue
    const { id, says, bridge } = assertion
    it(`${id}: ${host === 'bridge' && bridge ? `not “${says}”, but ${bridge.does}` : says}`, () => {
      expect(given.get(host)?.[id]).toEqual(expected.gives)
    })
  }
})
