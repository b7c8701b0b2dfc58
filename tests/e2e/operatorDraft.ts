import type { Locator, Page } from 'playwright-core'
import { eventually, stepsIn, tidy } from './operator.ts'

/** The panel a demonstration ends in. */
export class Draft {
  readonly region: Locator

  /** Asks whether this is another example of something shown before. */
  readonly offer: Locator
  readonly questions: Locator
  readonly problem: Locator
  readonly publishButton: Locator

  constructor(private readonly page: Page) {
    this.region = page.locator('[data-region="draft"]')
    this.offer = this.region.locator('[data-region="join"]')
    this.questions = this.region.locator('[data-question]')
    this.problem = this.region.getByRole('alert')
    this.publishButton = this.region.locator('[data-action="publish"]')
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

  /** What the checks say of one kind or of all, each in words. */
  async findings(level: 'block' | 'warn' | 'note'): Promise<readonly string[]> {
    return (await this.region.locator(`[data-finding][data-level="${level}"]`).allInnerTexts()).map(tidy)
  }

  /** Which tool the panel is about: a demonstration of it or more. */
  async heading(): Promise<string> {
    return tidy(await this.region.getByRole('heading').first().innerText())
  }

  /** The choices of a question as they are on show, in order. */
  async choices(question = this.questions.first()): Promise<readonly string[]> {
    return (await question.locator('[data-choice] > .words').allInnerTexts()).map(tidy)
  }

  /** Ids of the rows a question shows, in order; with those that its marked choice takes. */
  async rowsAsked(question = this.questions.first()): Promise<readonly { readonly id: string; readonly taken: boolean }[]> {
    return question
      .locator('[data-row]')
      .evaluateAll((rows) => rows.map((row) => ({ id: row.getAttribute('data-row') ?? '', taken: row.getAttribute('data-taken') === 'true' })))
  }

  /** Adds this demonstration to another draft: by the key where the page offers it, else by hand. */
  async joinTo(name: string): Promise<void> {
    const byHand = this.region.locator('[data-action="join-other"]')
    await this.offer.or(byHand).first().waitFor()
    if ((await this.offer.count()) > 0 && (await this.offer.innerText()).includes(`example of ${name}.`)) {
      await this.page.keyboard.press('Enter')
      return
    }
    await byHand.click()
    const box = this.page.getByRole('searchbox', { name: 'Find in Another example of' })
    await eventually(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
    await this.page.keyboard.type(name)
    await this.page.keyboard.press('Enter')
  }

  /** Opens what can be decided otherwise about a step, by its number from 1. */
  async edits(step: number): Promise<Locator> {
    await this.region.locator('[data-edit-step]').nth(step - 1).click()
    const choices = this.page.locator('[popover]').filter({ has: this.page.locator('[data-drop]') })
    await choices.waitFor()
    return choices
  }

  /** What was changed by hand, in words. */
  async changes(): Promise<readonly string[]> {
    return (await this.region.locator('[data-part="edits"] .words').allInnerTexts()).map(tidy)
  }

  /** Takes back what was changed by hand, by its place from 0. */
  takeBack(place: number): Promise<void> {
    return this.region.locator('[data-action="take-back"]').nth(place).click()
  }

  /** Types a text over what a field of the form holds, and leaves it. */
  async fill(field: 'name' | 'description' | 'parameter', text: string): Promise<void> {
    const box = this.region.locator(`[name="${field}"]`).first()
    await box.click()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
    await this.page.keyboard.press('Tab')
  }

  publish(): Promise<void> {
    return this.publishButton.click()
  }

  async dismiss(): Promise<void> {
    await this.region.locator('[data-action="dismiss-draft"]').click()
    await this.region.waitFor({ state: 'hidden' })
  }

  /** Of several that were put aside, the one of this name. */
  async bringBackNamed(name: string): Promise<void> {
    await this.page.locator('[data-action="drafts"]').click()
    await this.page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    await this.region.waitFor()
  }

  async bringBack(): Promise<void> {
    await this.page.locator('[data-action="drafts"]').click()
    await this.region.waitFor()
  }
}
