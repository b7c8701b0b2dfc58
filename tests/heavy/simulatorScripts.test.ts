import { readdirSync, writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../../.ci/browser.mjs'
import { launchFor, type HostName } from '../../simulator/headless/openPage.ts'
import { playFile, type Played } from '../../simulator/headless/playFile.ts'
import { table } from '../../simulator/headless/table.ts'
import { alike } from '../../simulator/run/alike.ts'
import { useSimulatorBuild } from '../e2e/simulatorBuild.ts'

const folder = path.resolve(import.meta.dirname, '../../simulator/scripts')
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const HOSTS: readonly HostName[] = ['native', 'bridge']

/** Scripts with steps for one host only: there hosts are known to differ, and the steps say how. */
const DIFFER = ['agent-gives-up.json']

const origin = useSimulatorBuild()
const browsers = new Map<HostName, Browser>()
beforeAll(async () => {
  const executable = findBrowser()
  if (!executable) throw new Error('No Chrome or Chromium was found; set CHROME to its path.')
  for (const host of HOSTS) browsers.set(host, await launchFor(host, executable))
})
afterAll(async () => {
  for (const browser of browsers.values()) await browser.close()
})

const play = (file: string, host: HostName): Promise<Played> => playFile(file, { browser: browsers.get(host) as Browser, origin: origin(), host })

describe('every script', () => {
  it.each(files)('%s passes on both hosts, and leaves the same journal, audit and page', { timeout: 180_000 }, async (file) => {
    const ends: unknown[] = []
    for (const host of HOSTS) {
      const { report, evidence, errors, text } = await play(path.join(folder, file), host)
      expect(report.ok, `${host}\n${table(report, file, text)}`).toBe(true)
      expect(errors, host).toEqual([])
      ends.push(alike(evidence))
    }
    if (!DIFFER.includes(file)) expect(ends[1]).toEqual(ends[0])
  })
})

describe('a script with a wrong expectation', () => {
  it('fails, with the line and what was there instead', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'script-')), 'wrong.json')
    writeFileSync(
      file,
      '{\n  "title": "Wrong",\n  "steps": [\n    { "list": { "count": 3 } },\n    { "call": "understudy_list_recordings",\n      "expect": { "recordings": [{ "steps": 4 }] } }\n  ]\n}\n',
    )
    const { report, text } = await play(file, 'native')
    expect(report.ok).toBe(false)
    const printed = table(report, file, text)
    expect(printed).toContain(`${file}:5  step 2: call understudy_list_recordings`)
    expect(printed).toContain('.recordings: expected 1 items, got []')
  })
})
