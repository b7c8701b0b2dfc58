import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/bus/json.ts'
import { taught, useBrowser, type Desk } from './desk.ts'
import { hosts } from './hosts.ts'
import { eventually, tidy } from './operator.ts'

interface PackFile extends JsonObject {
  readonly tools: readonly (JsonObject & { readonly procedure: JsonObject & { readonly body: readonly JsonObject[] } })[]
}

/** What the browser saves while something is done. */
async function saved(page: Page, act: () => Promise<void>): Promise<{ readonly name: string; readonly text: string }> {
  const coming = page.waitForEvent('download')
  await act()
  const download = await coming
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

const library = (page: Page) => page.locator('[data-region="library"]')
const sheet = (page: Page) => page.locator('[data-region="pack"]')
const approve = (page: Page) => sheet(page).locator('[data-action="approve"]')

async function pick(page: Page, text: string): Promise<void> {
  if (!(await library(page).isVisible())) await page.keyboard.press('l')
  const chooser = page.waitForEvent('filechooser')
  await library(page).locator('[data-action="import"]').click()
  await (await chooser).setFiles({ name: 'understudy-pack.json', mimeType: 'application/json', buffer: Buffer.from(text) })
}

/** Drops a file on the list, as the browser does: it enters, hovers and falls. */
const drop = (page: Page, text: string, name = 'understudy-pack.json'): Promise<void> =>
  page.locator('[data-region="queue"]').evaluate(
    (target, [body, file]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([body], file, { type: 'application/json' }))
      for (const type of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true }))
      }
    },
    [text, name] as const,
  )

/** Notes in the page whether the next sheet comes with its answer dead. It is dead for a moment only, which may be over before a test looks. */
const watchSheet = (page: Page): Promise<void> =>
  page.evaluate(() => {
    new MutationObserver((_, watcher) => {
      const button = document.querySelector('[data-region="pack"] [data-action="approve"]')
      if (!(button instanceof HTMLButtonElement)) return
      watcher.disconnect()
      Reflect.set(window, 'cameDead', button.disabled)
    }).observe(document.body, { subtree: true, childList: true })
  })

const raise = async ({ operator }: Desk): Promise<void> => {
  await operator.open('T-1037')
  await operator.set('priority', 'Urgent')
}

describe.each(hosts)('packs, on the $host', ({ launch, open }) => {
  const browser = useBrowser(launch)

  async function packOfRaise(): Promise<string> {
    await using desk = await open(browser())
    await taught(desk, { name: 'raise', description: 'Raises a ticket.' }, () => raise(desk))
    const { text } = await saved(desk.opened.page, () => desk.operator.press('Control+Shift+e'))
    return text
  }

  it('leave by key and by button, and bring a tool to a fresh profile that an agent can call', async () => {
    let text = ''
    {
      await using desk = await open(browser())
      const { page } = desk.opened
      const tool = await taught(desk, { name: 'raise', description: 'Raises a ticket.' }, () => raise(desk))
      await desk.agent.ask('raise', { target_ticket: 'T-1030' })
      const byKey = await saved(page, () => desk.operator.press('Control+Shift+e'))
      expect(byKey.name).toBe('understudy-pack.json')
      await desk.operator.press('l')
      const byButton = await saved(page, () => library(page).locator('[data-action="export"]').click())
      await library(page).locator('[data-option="include-text"]').check()
      const withText = await saved(page, () => library(page).locator('[data-action="export"]').click())
      const tools = (file: { readonly text: string }): unknown => (JSON.parse(file.text) as PackFile).tools
      expect(tools(byButton)).toEqual(tools(byKey))
      expect(JSON.stringify(tools(withText)).length).not.toBe(JSON.stringify(tools(byKey)).length)
      expect((JSON.parse(byKey.text) as PackFile).tools).toMatchObject([{ name: 'raise', description: 'Raises a ticket.' }])
      expect(tool.description).toBe('Raises a ticket. Changes priority of the given ticket.')
      text = byKey.text
      desk.opened.expectClean()
    }

    await using desk = await open(browser())
    const { page } = desk.opened
    await watchSheet(page)
    await pick(page, text)
    await sheet(page).waitFor()
    // Case T16: shown first, dead for a moment, not live.
    expect(await page.evaluate(() => Reflect.get(window, 'cameDead') as unknown)).toBe(true)
    expect(desk.agent.tools().map(({ name }) => name)).not.toContain('raise')
    const shown = tidy(await sheet(page).innerText())
    for (const part of ['raise', 'Raises a ticket. Changes priority of the given ticket.', 'target_ticket', 'Set priority to urgent'])
      expect(shown).toContain(part)
    await approve(page).click()
    await sheet(page).waitFor({ state: 'hidden' })
    const tool = await desk.agent.tool('raise')
    expect(tool.description).toBe('Raises a ticket. Changes priority of the given ticket.')
    expect(await desk.agent.ask('raise', { target_ticket: 'T-1030' })).toMatchObject({ ok: true })
    await eventually(() => desk.operator.row('T-1030')).toMatchObject({ priority: 'urgent' })

    // It stays after a reload, as any tool does; a revoked one that was approved here comes back at once.
    await page.reload()
    await desk.operator.ready()
    await desk.agent.tool('raise')
    await page.keyboard.press('l')
    const row = library(page).locator('[data-tool="raise"]')
    await row.locator('button').first().click()
    await row.locator('[data-action="revoke"]').click()
    await page.locator('[data-action="confirm-revoke"]').click()
    await desk.agent.withoutTool('raise')
    await page.keyboard.press('Escape')
    await drop(page, text)
    await desk.agent.tool('raise')
    expect(await sheet(page).isVisible()).toBe(false)
    desk.opened.expectClean()
  })

  it('come in by drop, and an undo takes all of an import back', async () => {
    const text = await packOfRaise()
    await using desk = await open(browser())
    const { page } = desk.opened
    const pack = JSON.parse(text) as PackFile
    const [tool] = pack.tools
    const two = JSON.stringify({ ...pack, tools: [tool, { ...tool, name: 'understudy_publish_tool', title: 'Another' }] })
    await drop(page, two)
    await sheet(page).waitFor()
    const second = sheet(page).locator('[data-pack-tool="publish_tool"]')
    expect(await second.getByRole('checkbox').isChecked()).toBe(false)
    await second.getByRole('checkbox').check()
    await second.locator('[name="name"]').fill('raise_again')
    await page.keyboard.press('Tab')
    await sheet(page).locator('[data-pack-tool="raise_again"]').waitFor()
    await approve(page).click()
    await Promise.all(['raise', 'raise_again'].map((name) => desk.agent.tool(name)))
    await desk.operator.press('Control+z')
    await Promise.all(['raise', 'raise_again'].map((name) => desk.agent.withoutTool(name)))
    await desk.agent.tool('understudy_publish_tool')

    await drop(page, text)
    await sheet(page).waitFor()
    await desk.operator.press('Escape')
    await sheet(page).waitFor({ state: 'hidden' })
    expect(desk.agent.tools().map(({ name }) => name)).not.toContain('raise')
    desk.opened.expectClean()
  })

  it('cases T15, P23: damaged and oversized ones are refused whole, and the page goes on', async () => {
    const text = await packOfRaise()
    await using desk = await open(browser())
    const { page } = desk.opened
    const { notice } = desk.operator
    const pack = JSON.parse(text) as PackFile
    const tools = (change: (tool: PackFile['tools'][number]) => object): string =>
      JSON.stringify({ ...pack, tools: pack.tools.map((tool) => ({ ...tool, ...change(tool) })) })
    const refused: readonly (readonly [text: string, says: string])[] = [
      [text.slice(0, 900), 'the pack is not JSON'],
      [tools(() => ({ digest: 'x' })), 'tools[0].digest must be 64 hexadecimal digits'],
      [tools(() => ({ description: 'x'.repeat(2_000_000) })), 'tools[0].description has 2000000 characters'],
      [
        tools(({ procedure }) => ({ procedure: { ...procedure, body: Array.from({ length: 20_000 }, () => procedure.body[0]) } })),
        'tools[0].procedure.body has 20000 items',
      ],
      [JSON.stringify({ ...pack, version: 9 }), 'made by a newer Understudy'],
      ['['.repeat(2_000_000), 'more than 48 levels deep'],
      [' '.repeat(9 * 1024 * 1024), 'larger than 8 MiB'],
    ]
    for (const [place, [damaged, says]] of refused.entries()) {
      await (place % 2 === 0 ? drop(page, damaged) : pick(page, damaged))
      await eventually(() => notice.innerText()).toContain(says)
      expect(await sheet(page).isVisible()).toBe(false)
      if (place % 2 === 1) await page.keyboard.press('Escape')
    }
    await drop(page, text, 'photo.png')
    await eventually(() => notice.innerText()).toContain('ends in .json')
    // What was said of one pack is not about the next.
    await drop(page, text)
    await sheet(page).waitFor()
    expect(await notice.count()).toBe(0)
    await drop(page, text)
    await eventually(() => notice.innerText()).toContain('Answer what is open first')
    await sheet(page).locator('[data-action="reject"]').click()
    await sheet(page).waitFor({ state: 'hidden' })
    expect(await notice.count()).toBe(0)
    expect(desk.agent.tools().every(({ name }) => name.startsWith('understudy_'))).toBe(true)
    await raise(desk)
    await eventually(() => desk.operator.row('T-1037')).toMatchObject({ priority: 'urgent' })
    desk.opened.expectClean()
  })

  it('case P23: of 40 tools 16 become live, and it is said before', async () => {
    const text = await packOfRaise()
    await using desk = await open(browser())
    const { page } = desk.opened
    const pack = JSON.parse(text) as PackFile
    const [tool] = pack.tools
    await drop(
      page,
      JSON.stringify({
        ...pack,
        tools: Array.from({ length: 40 }, (_, place) => ({ ...tool, name: `raise_${place}`, title: `Raise ${place}` })),
      }),
    )
    await sheet(page).waitFor()
    expect(await sheet(page).locator('[data-part="surplus"]').innerText()).toContain('24 of them will come in disabled')
    await approve(page).click()
    await eventually(() => desk.agent.tools().filter(({ name }) => name.startsWith('raise_')).length).toBe(16)
    await desk.agent.tool('raise_15')
    await page.keyboard.press('l')
    await eventually(() => library(page).locator('[data-tool]').count()).toBe(40)
    desk.opened.expectClean()
  })
})
