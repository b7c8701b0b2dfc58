import type { Page } from 'playwright-core'

/**
 * For `OpenOptions.before`: lets a test hold every run before its next step, in place of slowing the machine down.
 * Runs let the page's other work in by a message to themselves; it is not sent while steps are held.
 */
export const STEPS_CAN_BE_HELD = `(() => {
  let held = null
  let release = () => {}
  let free = 0
  window.stepsAreHeld = false
  window.holdSteps = (after) => { free = after; held = new Promise((resolve) => { release = resolve }) }
  window.letStepsGo = () => { held = null; window.stepsAreHeld = false; release() }
  const Real = window.MessageChannel
  window.MessageChannel = class {
    constructor() {
      const channel = new Real()
      const post = channel.port2.postMessage.bind(channel.port2)
      channel.port2.postMessage = (message) => {
        if (!held || free-- > 0) return post(message)
        window.stepsAreHeld = true
        void held.then(() => post(message))
      }
      return channel
    }
  }
})()`

/** From now on holds runs, the next one after so many steps. */
export const holdSteps = (page: Page, after = 0): Promise<void> =>
  page.evaluate((count) => (Reflect.get(window, 'holdSteps') as (after: number) => void)(count), after)

/** Resolves once a run is being held. */
export const untilHeld = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => Reflect.get(window, 'stepsAreHeld') === true)
}

export const letStepsGo = (page: Page): Promise<void> => page.evaluate(() => (Reflect.get(window, 'letStepsGo') as () => void)())
