import type { FaultBoard } from './faults.ts'

/** How often a hidden tab lets timers fire, in milliseconds. */
const THROTTLE_MS = 1_000

/**
 * While the switch is on the page is told that it is hidden, timers take at least a second, and no frame comes:
 * what a browser does to a tab in the background.
 */
export function followHiddenTab(window: Window & typeof globalThis, board: FaultBoard): void {
  const { setTimeout, requestAnimationFrame } = window
  let waiting: FrameRequestCallback[] = []
  let hidden = false
  const apply = (): void => {
    const now = board.on('hidden-tab') !== null
    if (now === hidden) return
    hidden = now
    if (hidden) {
      const throttled = (handler: () => void, ms = 0, ...rest: unknown[]): unknown => Reflect.apply(setTimeout, window, [handler, Math.max(ms, THROTTLE_MS), ...rest])
      Reflect.set(window, 'setTimeout', throttled)
      Reflect.set(window, 'requestAnimationFrame', (callback: FrameRequestCallback) => waiting.push(callback))
      Object.defineProperty(window.document, 'visibilityState', { configurable: true, get: () => 'hidden' })
      Object.defineProperty(window.document, 'hidden', { configurable: true, get: () => true })
    } else {
      Reflect.set(window, 'setTimeout', setTimeout)
      Reflect.set(window, 'requestAnimationFrame', requestAnimationFrame)
      Reflect.deleteProperty(window.document, 'visibilityState')
      Reflect.deleteProperty(window.document, 'hidden')
      const frames = waiting
      waiting = []
      for (const frame of frames) requestAnimationFrame.call(window, frame)
    }
    window.document.dispatchEvent(new Event('visibilitychange'))
  }
  board.onChange(apply)
  apply()
}
