import { describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { findBrowser } from '../../.ci/browser.mjs'
import { launchFor, type HostName } from '../../simulator/headless/openPage.ts'
import { eventually } from './operator.ts'
import { useSimulatorBuild } from './simulatorBuild.ts'

const origin = useSimulatorBuild()

async function openPanel(host: HostName, browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(`${origin()}/?webmcp=${host}`)
  await page.locator('[data-region="simulator"]').waitFor()
  return { page, problems }
}

describe.each(['native', 'bridge'] as const)('the panel on %s', (host) => {
  it('lists what the host lists, calls it, and plays a script in which only the person can approve', { timeout: 120_000 }, async () => {
    const browser = await launchFor(host, findBrowser() ?? '')
    try {
      const { page, problems } = await openPanel(host, browser)
      const panel = page.locator('[data-region="simulator"]')
      expect(await panel.locator('[data-simulator="mode"]').innerText()).toBe(host)
      await eventually(() => panel.locator('[data-simulator-tool]').count()).toBe(3)
      await panel.locator('[data-simulator-tool="understudy_list_recordings"]').click()
      await panel.locator('[data-simulator="call"]').click()
      await eventually(() => panel.locator('[data-simulator="result"]').innerText()).toContain('Nothing was demonstrated yet')

      await panel.locator('[data-simulator-tab="agent"]').click()
      await panel.locator('[data-simulator="script"]').selectOption('teach-loop')
      await panel.locator('[data-simulator="run"]').click()
      await panel.locator('[data-simulator="asked"]').waitFor()
      expect(await panel.locator('[data-simulator="asked"]').innerText()).toContain('Only you can')
      await page.locator('[data-region="approval"] [data-action="approve"]').click()
      await eventually(() => panel.locator('[data-simulator="outcome"]').innerText()).toContain('Passed')
      expect(await page.locator('[data-ticket-id="T-1034"] [data-provenance]').innerText()).toContain('park_parcel')

      // The console has the room the panel leaves, and not a pixel more.
      const queue = await page.locator('[data-region="queue"]').boundingBox()
      const own = await panel.boundingBox()
      expect((queue?.y ?? 0) + (queue?.height ?? 0)).toBeLessThanOrEqual((own?.y ?? 0) + 1)
      expect(problems).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
