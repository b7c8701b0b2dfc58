import type { FaultBoard } from './faults.ts'

/**
 * While the switch is on every message a page sends itself through a channel comes this much later. Runs let other work
 * in by such a message before each step: so a person, or another call, can come in between.
 */
export function followSlowSteps(window: Window & typeof globalThis, board: FaultBoard): void {
  const { MessageChannel, setTimeout } = window
  class SlowChannel extends MessageChannel {
    constructor() {
      super()
      const { port2 } = this
      const post = port2.postMessage.bind(port2) as (message: unknown) => void
      const ms = board.on('slow-steps') ?? 0
      port2.postMessage = (message: unknown) => void setTimeout.call(window, () => post(message), ms)
    }
  }
  const apply = (): void => void Reflect.set(window, 'MessageChannel', board.on('slow-steps') === null ? MessageChannel : SlowChannel)
  board.onChange(apply)
  apply()
}
