import type { Page } from 'playwright-core'

/**
 * For `OpenOptions.before`: lets a test hold every run before its next step, in place of slowing the machine down.
 * Runs let the page's other work in by a message to themselves; it is not sent while steps are held.
 */
export const STEPS_CAN_BE_HELD = `(() => {
  let held = null
  let release = () => {}
  window.holdSteps = () => { held = new Promise((resolve) => { release = resolve }) }
  window.letStepsGo = () => { held = null; release() }
  const Real = window.MessageChannel
  window.MessageChannel = class {
    constructor() {
      const channel = new Real()
      const post = channel.port2.postMessage.bind(channel.port2)
      channel.port2.postMessage = (message) => { if (held) void held.then(() => post(message)); else post(message) }
      return channel
    }
  }
})()`

export const holdSteps = (page: Page): Promise<void> => page.evaluate(() => (Reflect.get(window, 'holdSteps') as () => void)())

export const letStepsGo = (page: Page): Promise<void> => page.evaluate(() => (Reflect.get(window, 'letStepsGo') as () => void)())
