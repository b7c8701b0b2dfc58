import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import type { Json } from '../../../src/bus/json.ts'
import { playwrightHands } from '../../../simulator/headless/playwrightHands.ts'
import { gesture } from '../../../simulator/run/gestures.ts'
import type { Gesture } from '../../../simulator/script/types.ts'
import { storedCommits } from '../../e2e/stored.ts'
import type { Job } from './jobs.ts'

/** A page with the sample tickets, and a person at it. */
export interface Desk extends AsyncDisposable {
  readonly page: Page
  /** Does something by keys and clicks. */
  human(action: Gesture): Promise<void>
  /** Waits until the page can be worked with. */
  ready(): Promise<void>
}

export async function openDesk(browser: Browser, origin: string): Promise<Desk> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const hands = playwrightHands(page)
  const ready = async (): Promise<void> => {
    await page.locator('[data-region="queue"] [data-ticket-id]').first().waitFor()
    await page.locator('[data-action="teach"]:not(:disabled)').waitFor()
  }
  await page.goto(`${origin}/`)
  await ready()
  return { page, ready, human: (action) => gesture(hands, action).then(() => undefined), [Symbol.asyncDispose]: () => context.close() }
}

/** Does a job by hand, on the ticket it is shown on. */
export async function showJob({ human }: Desk, { oldestOf, shown, sets }: Job): Promise<void> {
  if (oldestOf !== undefined) {
    await human({ human: 'filter', filter: 'tag', to: [oldestOf] })
    await human({ human: 'filter', filter: 'sort', to: ['Oldest'] })
  }
  await human({ human: 'open', ticket: shown })
  for (const [field, label] of sets) await human({ human: 'set', field, to: [label] })
}

/** What happened between the day a job was shown and the day it is done: the oldest billing ticket was solved. */
export async function anotherDay({ human }: Desk): Promise<void> {
  await human({ human: 'open', ticket: 'T-1008' })
  await human({ human: 'set', field: 'status', to: ['Solved'] })
}

/** Says of each job whether it was done: on its ticket and no other, and stored. */
export interface Judge {
  /** To be called before the job. */
  begin(): Promise<void>
  /** @returns null when it was done, else what was wrong */
  wrong(job: Job): Promise<string | null>
}

export function judgeAt({ page }: Desk): Judge {
  let before = 0
  // What was done is stored a moment later; nothing of that counts as the time it takes.
  const settled = async (): Promise<Awaited<ReturnType<typeof storedCommits>>> => {
    for (let known = await storedCommits(page); ; ) {
      await page.waitForTimeout(100)
      const now = await storedCommits(page)
      if (now.length === known.length) return now
      known = now
    }
  }
  return {
    begin: async () => void (before = (await settled()).length),
    async wrong({ target, becomes }) {
      const patches = (await settled()).slice(before).flatMap((commit) => commit.patches.filter(({ entity }) => entity === 'ticket'))
      const others = patches.filter(({ id }) => id !== target).map(({ id }) => id)
      if (others.length > 0) return `changed ${[...new Set(others)].join(', ')}`
      const now: Record<string, Json | undefined> = {}
      for (const patch of patches) if (patch.op === 'update') for (const [field, { to }] of Object.entries(patch.fields)) now[field] = to
      const missing = Object.entries(becomes).filter(([field, wanted]) => !isAs(now[field], wanted))
      return missing.length === 0 ? null : `left ${missing.map(([field]) => field).join(', ')} as it was`
    },
  }
}

function isAs(value: Json | undefined, wanted: Json): boolean {
  if (wanted === null) return value !== undefined && value !== ''
  if (Array.isArray(wanted)) return Array.isArray(value) && wanted.every((item) => value.includes(item))
  return isDeepStrictEqual(value, wanted)
}
