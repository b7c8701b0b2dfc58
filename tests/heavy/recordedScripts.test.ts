import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../../.ci/browser.mjs'
import { logOf, scriptOf } from '../../simulator/headless/keptRun.ts'
import { launchFor, type HostName } from '../../simulator/headless/openPage.ts'
import { playFile } from '../../simulator/headless/playFile.ts'
import { table } from '../../simulator/headless/table.ts'
import { dropOn } from '../../simulator/page/dropOn.ts'
import { HANDLE, type Evidence, type SimulatorHandle } from '../../simulator/port.ts'
import { useSimulatorBuild } from '../e2e/simulatorBuild.ts'
import { eventually, Operator } from '../e2e/operator.ts'
import { openPanelAt, part, playInPanel, type OpenPanel } from '../e2e/simulatorPanel.ts'

const HOSTS: readonly HostName[] = ['native', 'bridge']

const origin = useSimulatorBuild()
const folder = mkdtempSync(path.join(tmpdir(), 'recorded-'))
const browsers = new Map<HostName, Browser>()
beforeAll(async () => {
  for (const host of HOSTS) browsers.set(host, await launchFor(host, findBrowser() ?? ''))
})
afterAll(async () => {
  for (const browser of browsers.values()) await browser.close()
  rmSync(folder, { recursive: true, force: true })
})
const browserOf = (host: HostName): Browser => browsers.get(host) as Browser

interface Saved {
  readonly file: string
  /** What it was saved without, in the panel's words. */
  readonly leftOut: string | null
}

/** Saves what the log of the panel holds as a script. */
async function save({ page, panel }: OpenPanel, name: string): Promise<Saved> {
  await part(panel, 'log')
  const saving = page.waitForEvent('download')
  await panel.locator('[data-simulator="to-script"]').click()
  const file = path.join(folder, `${name}.json`)
  await (await saving).saveAs(file)
  const note = panel.locator('[data-simulator="left-out"]')
  return { file, leftOut: (await note.count()) === 0 ? null : await note.innerText() }
}

const replay = async (file: string, host: HostName): Promise<Evidence> => {
  const { report, errors, text, evidence } = await playFile(file, { browser: browserOf(host), origin: origin(), host })
  expect(report.ok, `${host}\n${table(report, file, text)}\n${text}`).toBe(true)
  expect(errors, host).toEqual([])
  return evidence
}

describe('what was done in the panel, saved as a script', () => {
  it.each<readonly [string, HostName, readonly string[]]>([
    ['teach-loop', 'native', ['Approve']],
    ['rejection', 'bridge', ['Reject', 'Approve']],
    ['branch', 'native', ['Choose', 'Approve']],
    ['undo-run', 'bridge', ['Approve']],
    ['abort-mid-run', 'native', ['Approve']],
    ['stop-mid-run', 'bridge', ['Approve']],
    ['revoke-mid-run', 'native', ['Approve']],
    ['reload-during-approval', 'bridge', ['Approve']],
    ['restore-after-reload', 'native', ['Approve']],
  ])('%s, done on %s, passes again on both hosts', { timeout: 180_000 }, async (script, on, wanted) => {
    await using opened = await openPanelAt(origin(), browserOf(on), on)
    await playInPanel(opened, script, wanted)
    const { file, leftOut } = await save(opened, `${script}.${on}`)
    expect(leftOut).toBeNull()
    for (const host of HOSTS) await replay(file, host)
  })
})

it('the first script of the readme: two calls, and by hand in between what they are about', { timeout: 120_000 }, async () => {
  await using opened = await openPanelAt(origin(), browserOf('bridge'), 'bridge')
  const { page, panel } = opened
  const call = async (answer: string): Promise<void> => {
    await panel.locator('[data-simulator-tool="understudy_list_recordings"]').click()
    await panel.locator('[data-simulator="call"]').click()
    await eventually(() => panel.locator('[data-simulator="result"]').innerText()).toContain(answer)
  }
  await call('Nothing was demonstrated yet')
  const person = new Operator(page)
  await page.locator('[data-region="queue"] [role="grid"]').focus()
  await page.keyboard.press('t')
  await person.open('T-1035')
  await page.keyboard.press('p')
  await page.keyboard.type('High')
  await page.keyboard.press('Enter')
  await page.keyboard.press('t')
  await page.locator('[data-region="draft"]').waitFor()
  await call('"steps": 2')
  const { file, leftOut } = await save(opened, 'first')
  expect(leftOut).toBeNull()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    steps: [
      { call: 'understudy_list_recordings' },
      { human: 'teach' },
      { human: 'open', ticket: 'T-1035' },
      { human: 'set', field: 'priority', to: ['High'] },
      { human: 'stop' },
      { human: 'dismiss' },
      { call: 'understudy_list_recordings' },
    ],
  })
  for (const host of HOSTS) await replay(file, host)
})

/** What is on show and what was written to tickets: the same after each way to do it. */
const outcomeOf = ({ page, journal }: Evidence) => ({
  page,
  written: journal.flatMap(({ command, input, actor, effect }) => (effect === 'write' && /ticket|template/.test(command) ? [{ command, input, actor }] : [])),
})
const outcomeIn = (page: Page) => page.evaluate((name) => (Reflect.get(window, name) as SimulatorHandle).evidence(), HANDLE).then(outcomeOf)

describe('work by hand, without an agent', () => {
  it('at the console: filters, searches, people, templates, tags, undo and redo', { timeout: 180_000 }, async () => {
    await using opened = await openPanelAt(origin(), browserOf('native'), 'native')
    const { page } = opened
    const person = new Operator(page)
    await person.queue.getByRole('grid').focus()
    await person.onlyStatus('New')
    await person.filter('sort', 'Oldest')
    await person.filter('tag', 'refund')
    await page.locator('[data-nav="open"]').click()
    await person.filter('assignee', 'Unassigned')
    await person.searchFor('order')
    await person.press('Enter')
    await person.open((await person.ids())[0] ?? '')
    await person.set('assignee', 'Mika')
    await person.set('template', 'Refund')
    await person.set('tags', 'refund', 'by-hand')
    await person.set('tags', 'by-hand')
    await person.press('Control+z')
    await person.press('Control+z')
    await person.press('Control+Shift+z')
    await person.press('Escape')
    await person.press('j')
    await person.set('status', 'Pending')
    await person.press('/')
    await person.press('Backspace')
    const { file, leftOut } = await save(opened, 'by-hand')
    expect(leftOut).toBeNull()
    const done = await outcomeIn(page)
    expect(done.written.length).toBeGreaterThan(5)
    for (const host of HOSTS) expect(outcomeOf(await replay(file, host)), host).toEqual(done)
  })

  it('with a tool: a draft that is changed and published, runs on a ticket and in the library, a pack that comes back', { timeout: 180_000 }, async () => {
    await using opened = await openPanelAt(origin(), browserOf('bridge'), 'bridge')
    const { page } = opened
    const person = new Operator(page)
    await person.queue.getByRole('grid').focus()
    await person.teach()
    await person.open('T-1035')
    await person.set('assignee', 'Noor')
    await person.set('priority', 'High')
    await person.set('status', 'Pending')
    await person.stop()
    await (await person.draft.edits(3)).locator('[data-parameterise="priority"]').click()
    await (await person.draft.edits(4)).locator('[data-drop]').click()
    await person.draft.fill('name', 'raise')
    await person.draft.region.locator('[data-parameter="new_priority"] [name="parameter"]').fill('how_urgent')
    await person.draft.publish()
    await person.approval.approve()
    await person.open('T-1034')
    await person.press('r')
    await page.locator('[popover] [role="searchbox"]').press('Enter')
    await page.locator('[data-region="run-form"] [data-argument="how_urgent"] [role="combobox"]').click()
    await page.locator('[popover] [role="option"]').filter({ hasText: 'low' }).click()
    await page.locator('[data-region="run-form"] [data-action="run"]').click()
    await eventually(() => person.field('priority')).toBe('Low')
    const library = page.locator('[data-region="library"]')
    await person.press('l')
    await library.locator('[data-action="run"]').click()
    await library.locator('[data-argument="how_urgent"] [role="combobox"]').click()
    await page.locator('[popover] [role="option"]').filter({ hasText: 'urgent' }).click()
    await library.locator('[data-action="run"]').click()
    await eventually(() => person.field('priority')).toBe('Urgent')
    const saving = page.waitForEvent('download')
    await person.press('Control+Shift+e')
    const pack = readFileSync(await (await saving).path(), 'utf8')
    await library.locator('[data-action="revoke"]').click()
    await library.locator('[data-action="confirm-revoke"]').click()
    await person.press('Escape')
    await person.queue.evaluate(dropOn, ['understudy-pack.json', pack] as const)
    await eventually(() => person.notice.innerText()).toContain('came back')
    const { file, leftOut } = await save(opened, 'by-hand-tool')
    expect(leftOut).toBeNull()
    const done = await outcomeIn(page)
    for (const host of HOSTS) expect(outcomeOf(await replay(file, host)), host).toEqual(done)
  })
})

describe('a run that was recorded without a window, as a script', () => {
  it.each<readonly [string, HostName]>([
    ['teach-loop', 'bridge'],
    ['branch', 'bridge'],
    ['stop-mid-run', 'native'],
    ['slow-storage', 'bridge'],
    ['reload-while-teaching', 'native'],
    ['pack-import', 'bridge'],
  ])('%s, played on %s, passes again on both hosts', { timeout: 180_000 }, async (script, on) => {
    const played = await playFile(path.resolve(import.meta.dirname, `../../simulator/scripts/${script}.json`), { browser: browserOf(on), origin: origin(), host: on })
    const { script: recorded, leftOut } = scriptOf(logOf(on, played), script)
    expect(leftOut).toEqual([])
    const file = path.join(folder, `${script}.json`)
    writeFileSync(file, JSON.stringify(recorded, null, 2))
    for (const host of HOSTS) await replay(file, host)
  })

  it('where the caller gave up it passes on the host it was played on, and says that others may make something else of it', { timeout: 120_000 }, async () => {
    const played = await playFile(path.resolve(import.meta.dirname, '../../simulator/scripts/agent-gives-up.json'), { browser: browserOf('native'), origin: origin(), host: 'native' })
    const { script, leftOut } = scriptOf(logOf('native', played), 'left')
    expect(leftOut).toEqual(['what another host makes of a call that was given up'])
    const file = path.join(folder, 'left.json')
    writeFileSync(file, JSON.stringify(script, null, 2))
    await replay(file, 'native')
  })
})
