import type { Locator, Page } from 'playwright-core'
import { stepsIn, tidy } from './operator.ts'

/** The panel a demonstration ends in. */
export class Draft {
  readonly region: Locator

  constructor(private readonly page: Page) {
    this.region = page.locator('[data-region="draft"]')
  }

  steps(): Promise<readonly string[]> {
    return stepsIn(this.region)
  }

  /** Names of the parameters, in order. */
  parameters(): Promise<readonly string[]> {
    return this.region.locator('[data-parameter]').evaluateAll((all) => all.map((one) => one.getAttribute('data-parameter') ?? ''))
  }

  /** What the checks say beside notes: a normal demonstration has none of it. */
  async alarms(): Promise<readonly string[]> {
    return (await this.region.locator('[data-finding]:not([data-level="note"])').allInnerTexts()).map(tidy)
  }

  /** Types a text over what a field of the form holds, and leaves it. */
  async fill(field: 'name' | 'description', text: string): Promise<void> {
    const box = this.region.locator(`[name="${field}"]`)
    await box.click()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
    await this.page.keyboard.press('Tab')
  }

  publish(): Promise<void> {
    return this.region.locator('[data-action="publish"]').click()
  }

  async dismiss(): Promise<void> {
    await this.region.locator('[data-action="dismiss-draft"]').click()
    await this.region.waitFor({ state: 'hidden' })
  }

  async bringBack(): Promise<void> {
    await this.page.locator('[data-action="drafts"]').click()
    await this.region.waitFor()
  }
}
