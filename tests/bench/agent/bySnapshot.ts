import type { Browser, Page } from 'playwright-core'
import { anotherDay, judgeAt, openDesk } from './desk.ts'
import { JOBS, type Field, type Job } from './jobs.ts'
import { Meter, tokensOf, type Outcome } from './tally.ts'

/** What an agent that drives pages is given at the least: one look, and three ways to act that answer with the next look. */
const TOOLS = [
  { name: 'browser_snapshot', description: 'Accessibility snapshot of the page.', inputSchema: { type: 'object', properties: {} } },
  {
    name: 'browser_click',
    description: 'Clicks an element.',
    inputSchema: { type: 'object', properties: { ref: { type: 'string', description: 'Ref of the element in the snapshot.' } }, required: ['ref'] },
  },
  {
    name: 'browser_type',
    description: 'Types text into the focused element.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
  {
    name: 'browser_press_key',
    description: 'Presses a key.',
    inputSchema: { type: 'object', properties: { key: { type: 'string', description: 'Such as Enter or Escape.' } }, required: ['key'] },
  },
]

const LABELS: Readonly<Record<Field, string>> = { priority: 'Priority', status: 'Status', assignee: 'Assignee', tags: 'Tags', template: 'Template' }

/** All jobs by a script that reads the page as an agent would and clicks what it finds. It never looks twice and never errs. */
export async function bySnapshot(browser: Browser, origin: string): Promise<readonly Outcome[]> {
  await using desk = await openDesk(browser, origin)
  await anotherDay(desk)
  const judge = judgeAt(desk)
  const definitions = tokensOf(TOOLS.map((tool) => JSON.stringify(tool)).join('\n'))
  const outcomes: Outcome[] = []
  for (const job of JOBS) {
    await judge.begin()
    const meter = new Meter(definitions)
    let trouble: string | null = null
    try {
      await doJob(new Looker(desk.page, meter), job)
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error)
    }
    outcomes.push(meter.outcome(job, trouble ?? (await judge.wrong(job))))
  }
  return outcomes
}

async function doJob(look: Looker, { oldestOf, target, sets }: Job): Promise<void> {
  await look.around()
  if (oldestOf === undefined) await look.click(`gridcell "${target}"`)
  else {
    await look.click('combobox "Tag"')
    await look.type(oldestOf)
    await look.click(`option "${oldestOf}`)
    await look.click('combobox "Order"')
    await look.click('option "Oldest')
    await look.click('gridcell "T-')
  }
  for (const [field, label] of sets) {
    await look.click(`combobox "${LABELS[field]}"`, 'article "Ticket')
    if (field === 'tags') {
      await look.type(label)
      await look.press('Enter')
      await look.press('Escape')
    } else await look.click(`option "${label}`)
  }
}

/** Eyes and hands that know the page by its last snapshot alone. */
class Looker {
  private seen = ''

  constructor(
    private readonly page: Page,
    private readonly meter: Meter,
  ) {}

  around(): Promise<void> {
    return this.act('browser_snapshot', {}, () => Promise.resolve())
  }

  /** Clicks the first element whose line holds this. @param after only below the line that holds this */
  click(what: string, after = ''): Promise<void> {
    const place = this.seen.indexOf(what, this.seen.indexOf(after))
    const ref = /\[ref=(\w+)\]/.exec(this.seen.slice(place).split('\n')[0] ?? '')?.[1]
    if (place < 0 || ref === undefined) throw new Error(`saw no ${what}`)
    return this.act('browser_click', { ref }, () => this.page.locator(`aria-ref=${ref}`).click())
  }

  type(text: string): Promise<void> {
    return this.act('browser_type', { text }, () => this.page.keyboard.type(text))
  }

  press(key: string): Promise<void> {
    return this.act('browser_press_key', { key }, () => this.page.keyboard.press(key))
  }

  private async act(tool: string, input: object, does: () => Promise<void>): Promise<void> {
    this.seen = await this.meter.call(tool, input, async () => {
      await does()
      return this.page.ariaSnapshot({ mode: 'ai' })
    })
  }
}
