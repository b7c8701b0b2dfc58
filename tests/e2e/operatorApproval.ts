import type { Locator, Page } from 'playwright-core'
import { stepsIn, tidy } from './operator.ts'

/** The dialog that asks a person whether a tool may become live. */
export class Approval {
  readonly region: Locator
  readonly dialog: Locator
  readonly approveButton: Locator
  readonly rejectButton: Locator
  /** What an agent answered, beside the other choices. */
  readonly proposals: Locator

  constructor(page: Page) {
    this.region = page.locator('[data-region="approval"]')
    this.dialog = page.getByRole('dialog').filter({ has: this.region })
    this.approveButton = this.region.locator('[data-action="approve"]')
    this.proposals = this.region.locator('[data-part="proposals"]')
    this.rejectButton = this.region.locator('[data-action="reject"]')
  }

  /** Clicks Approve as soon as it can be clicked. */
  async approve(): Promise<void> {
    await this.approveButton.click()
    await this.region.waitFor({ state: 'hidden' })
  }

  async reject(): Promise<void> {
    await this.rejectButton.click()
    await this.region.waitFor({ state: 'hidden' })
  }

  steps(): Promise<readonly string[]> {
    return stepsIn(this.region)
  }

  async text(): Promise<string> {
    return tidy(await this.region.innerText())
  }

  /** One of the two dry runs, as it is on show. */
  dryRun(on: 'demonstration' | 'today'): Locator {
    return this.region.locator(`[data-dry-run="${on}"]`)
  }
}
