import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { Approval } from './operatorApproval.ts'
import { Draft } from './operatorDraft.ts'

export type Field = 'status' | 'priority' | 'assignee' | 'tags' | 'template'
export type Filter = 'status' | 'priority' | 'assignee' | 'tag' | 'sort'

const FIELD_KEYS: Readonly<Record<Field, string>> = { status: 's', priority: 'p', assignee: 'a', tags: 'y', template: 'm' }

/** A row of the list as a person reads it. */
export interface Row {
  readonly priority: string
  readonly status: string
  readonly tags: readonly string[]
  readonly assignee: string
  /** The badge in words; empty when there is none. */
  readonly badge: string
}

/** Waits until something the page shows is as it should be. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 10_000, interval: 40 })

/** What a page says of itself once it has come to rest: the same in one frame as in the next, as when a wheel has rolled out. */
export async function atRest<T>(page: Page, read: () => Promise<T>): Promise<T> {
  const frame = (): Promise<unknown> => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  let before = await read()
  await eventually(async () => {
    await frame()
    const last = before
    before = await read()
    return JSON.stringify(before) === JSON.stringify(last)
  }).toBe(true)
  return before
}

/** A person at the console: real keys and real clicks, and eyes for what is on show. */
export class Operator {
  readonly draft: Draft
  readonly approval: Approval
  readonly queue: Locator
  readonly ticket: Locator
  /** The chip with the steps of the running demonstration. */
  readonly chip: Locator
  readonly toast: Locator
  readonly banner: Locator
  readonly notice: Locator
  readonly unsaved: Locator
  readonly search: Locator
  private readonly picker: Locator

  constructor(readonly page: Page) {
    page.setDefaultTimeout(10_000)
    this.draft = new Draft(page)
    this.approval = new Approval(page)
    this.queue = page.locator('[data-region="queue"]')
    this.ticket = page.locator('[data-region="ticket"]')
    this.chip = page.locator('[data-region="recording"]')
    this.toast = page.locator('[data-region="run"]')
    this.banner = page.locator('[data-region="approval-banner"]')
    this.notice = page.locator('[data-region="notice"]')
    this.unsaved = page.locator('[data-status="unsaved"]')
    this.search = page.locator('[data-filter="text"]')
    this.picker = page.locator('[popover]').filter({ has: page.getByRole('listbox') })
  }

  /** Waits until the page can be worked with, and can be taught. */
  async ready(): Promise<void> {
    await this.queue.locator('[data-ticket-id], [data-empty]').first().waitFor()
    await this.page.locator('[data-action="teach"]').waitFor()
  }

  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys)
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  /** Starts a demonstration by its key. */
  async teach(): Promise<void> {
    await this.press('t')
    await this.chip.waitFor()
  }

  /** Ends it by the same key; the draft comes up. */
  async stop(): Promise<void> {
    await this.press('t')
    await this.chip.waitFor({ state: 'hidden' })
    await this.draft.region.waitFor()
  }

  /** Shows a task from Teach to Stop, and puts the draft aside. */
  async demonstrate(task: () => Promise<void>): Promise<void> {
    await this.teach()
    await task()
    await this.stop()
    await this.draft.dismiss()
  }

  /** Chooses in the list a filter opens. Choosing what is chosen already, among several, takes it out. */
  async filter(filter: Filter, ...labels: readonly string[]): Promise<void> {
    await this.page.locator(`[data-filter="${filter}"]`).click()
    await this.choose(labels, filter === 'status' || filter === 'priority')
  }

  /** Leaves exactly these statuses chosen, from the unsolved ones the console opens with. */
  async onlyStatus(keep: string): Promise<void> {
    await this.filter('status', ...['New', 'Open', 'Pending', 'On hold'].filter((label) => label !== keep))
  }

  /** Types into the search by key, letter by letter; what was there is replaced. */
  async searchFor(text: string): Promise<void> {
    await this.press('/')
    await this.type(text)
    await eventually(() => this.search.inputValue()).toBe(text)
  }

  /** Clicks a row. */
  async open(ticketId: string): Promise<void> {
    await this.rowOf(ticketId).getByRole('gridcell').nth(3).click()
    await this.isOpen(ticketId)
  }

  /** Goes to a place in the list, from 0, and opens it, by keys alone. */
  async openByKeys(place: number): Promise<string> {
    await this.queue.getByRole('grid').focus()
    await this.press('Home')
    for (let step = 0; step < place; step += 1) await this.press('j')
    await this.press('Enter')
    await this.ticket.waitFor()
    return (await this.ticket.getAttribute('data-open-ticket')) ?? ''
  }

  async isOpen(ticketId: string): Promise<void> {
    await eventually(() => this.ticket.getAttribute('data-open-ticket')).toBe(ticketId)
  }

  /** Sets a field of the open ticket, or of the row under the cursor: its key, some letters of the value, Enter. */
  async set(field: Field, ...values: readonly string[]): Promise<void> {
    await this.press(FIELD_KEYS[field])
    await this.choose(values, field === 'tags')
  }

  /** What the open ticket shows of a field. */
  async field(field: Field): Promise<string> {
    return tidy(await this.ticket.locator(`[data-field="${field}"] .value`).innerText())
  }

  reply(): Locator {
    return this.ticket.locator('[data-part="reply"]')
  }

  rowOf(ticketId: string): Locator {
    return this.queue.locator(`[data-ticket-id="${ticketId}"]`)
  }

  /** The ids of the list, in its order. */
  ids(): Promise<readonly string[]> {
    return this.queue.locator('[data-ticket-id]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-ticket-id') ?? ''))
  }

  async row(ticketId: string): Promise<Row> {
    const row = this.rowOf(ticketId)
    const cells = row.getByRole('gridcell')
    const [priority = '', , status = '', , , assignee = ''] = await cells.allInnerTexts()
    return {
      priority: tidy(priority).toLowerCase(),
      status: tidy(status).toLowerCase(),
      tags: (await cells.nth(4).locator('[dir="auto"]').allInnerTexts()).map(tidy),
      assignee: assignee.split('\n').at(-1)?.trim() ?? '',
      badge: tidy((await row.locator('[data-provenance]').allInnerTexts()).join(' ')),
    }
  }

  /** The words of a list of steps, without the reasons under them. */
  steps(region: Locator): Promise<readonly string[]> {
    return stepsIn(region)
  }

  /** Says who the person is, under Settings. */
  async iAm(name: string): Promise<void> {
    await this.page.locator('[data-action="settings"]').click()
    await this.page.locator('[data-preference="me"]').selectOption({ label: name })
    await this.press('Escape')
    await this.page.locator('[data-region="settings"]').waitFor({ state: 'hidden' })
  }

  /** Puts the sample tickets back, under Settings. */
  async resetTickets(): Promise<void> {
    await this.page.locator('[data-action="settings"]').click()
    await this.page.locator('[data-action="reset"]').click()
    await this.page.locator('[data-action="confirm-reset"]').click()
    await eventually(() => this.notice.innerText()).toContain('The sample tickets are back')
  }

  /** In the list that is open: some letters, Enter, for each; then away with it. */
  private async choose(values: readonly string[], several: boolean): Promise<void> {
    const box = this.picker.getByRole('searchbox')
    for (const value of values) {
      await box.waitFor()
      await eventually(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
      await this.type(value)
      await eventually(() => this.picker.locator('[data-active]').innerText()).toContain(value)
      await this.press('Enter')
      if (several) await eventually(() => box.inputValue()).toBe('')
    }
    if (several) await this.press('Escape')
    await this.picker.waitFor({ state: 'hidden' })
  }
}

/** Text as read: one space where the layout has breaks. */
export const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The steps of a procedure on show in a part of the page. */
export async function stepsIn(region: Locator): Promise<readonly string[]> {
  return (await region.locator('ol > li > div > .words').allInnerTexts()).map(tidy)
}
