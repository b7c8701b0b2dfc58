import type { Browser, Page } from 'playwright-core'
import { anotherDay, judgeAt, openDesk, showJob } from './desk.ts'
import { JOBS, type Job } from './jobs.ts'
import { Meter, tokensOf, type Outcome } from './tally.ts'

/** A click or key as a recorder keeps it. */
interface Recorded {
  readonly click?: string
  readonly key?: string
  /** Milliseconds since the one before. */
  readonly after: number
}

const TOOL = {
  name: 'replay_recording',
  description: 'Replays a recording of clicks and keys, on another ticket.',
  inputSchema: { type: 'object', properties: { recording: { type: 'string' }, ticket: { type: 'string' } }, required: ['recording', 'ticket'] },
}

/**
 * All jobs by replaying the clicks and keys they were shown with, at the pace they were shown. The replay is told the
 * ticket, and puts its id wherever the recording has the other: more than most recorders can.
 */
export async function byReplay(browser: Browser, origin: string): Promise<readonly Outcome[]> {
  const recordings = new Map<Job, readonly Recorded[]>()
  {
    await using desk = await openDesk(browser, origin)
    const take = await recordAt(desk.page)
    for (const job of JOBS) {
      await showJob(desk, job)
      recordings.set(job, await take())
    }
  }
  await using desk = await openDesk(browser, origin)
  await anotherDay(desk)
  const judge = judgeAt(desk)
  const outcomes: Outcome[] = []
  for (const job of JOBS) {
    await judge.begin()
    const meter = new Meter(tokensOf(JSON.stringify(TOOL)))
    let trouble: string | null = null
    await meter.call(TOOL.name, { recording: job.name, ticket: job.target }, async () => {
      try {
        // Whoever asks for the oldest does not know which it is: the recording says the one it was then.
        await replay(desk.page, recordings.get(job) ?? [], job.oldestOf === undefined ? job : { ...job, target: job.shown })
        return '{"ok":true}'
      } catch (error) {
        trouble = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
        return JSON.stringify({ ok: false, error: trouble })
      }
    })
    outcomes.push(meter.outcome(job, trouble ?? (await judge.wrong(job))))
  }
  return outcomes
}

async function replay(page: Page, recorded: readonly Recorded[], { shown, target }: Job): Promise<void> {
  for (const { click, key, after } of recorded) {
    await page.waitForTimeout(after)
    if (click !== undefined) await page.locator(click.replaceAll(shown, target)).first().click({ timeout: 5_000 })
    if (key !== undefined) await page.keyboard.press(key)
  }
}

/** Keeps clicks and keys from now on. @returns takes out what was kept since it was last asked */
async function recordAt(page: Page): Promise<() => Promise<readonly Recorded[]>> {
  await page.evaluate(() => {
    const kept: Recorded[] = []
    let last = performance.now()
    const keep = (what: Omit<Recorded, 'after'>): void => {
      const now = performance.now()
      kept.push({ ...what, after: now - last })
      last = now
    }
    /** By the nearest mark a page gives its elements, then by place. */
    const selectorOf = (element: Element): string => {
      const path: string[] = []
      for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
        const mark = one.getAttributeNames().find((name) => /^data-(ticket-id|action|field|filter)$/.test(name))
        if (mark) return [`[${mark}="${one.getAttribute(mark) ?? ''}"]`, ...path].join(' > ')
        path.unshift(`:nth-child(${[...(one.parentElement?.children ?? [])].indexOf(one) + 1})`)
      }
      return ['body', ...path].join(' > ')
    }
    document.addEventListener('click', ({ target, isTrusted }) => isTrusted && target instanceof Element && keep({ click: selectorOf(target) }), true)
    document.addEventListener('keydown', ({ key }) => keep({ key: key === ' ' ? 'Space' : key }), true)
    Reflect.set(window, 'takeRecorded', () => {
      last = performance.now()
      return kept.splice(0)
    })
  })
  const take = (): Promise<readonly Recorded[]> => page.evaluate(() => (Reflect.get(window, 'takeRecorded') as () => Recorded[])())
  await take()
  return take
}
