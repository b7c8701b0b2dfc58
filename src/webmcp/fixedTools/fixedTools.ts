import type { JsonObject } from '../../bus/json.ts'
import type { Provider } from '../provider.ts'
import { FIXED_TOOLS, type FixedTool } from './definitions.ts'

/** The result of a call of a fixed tool, whatever its input. Never rejects. */
export type FixedAnswer = (tool: FixedTool, input: unknown, signal: AbortSignal | undefined) => Promise<JsonObject>

export interface FixedTools {
  /** Registers the three, in order, on a controller of their own. Rejects with the host's reason; then none is registered. */
  register(provider: Provider): Promise<void>
  /** From now on calls are answered; until then each is told `NOT_READY`. */
  ready(answer: FixedAnswer): void
  dispose(): void
}

/** As `errorResult` says it, without what that needs: the page starts with this. */
const NOT_READY: JsonObject = {
  ok: false,
  error: { code: 'NOT_READY', message: 'The page is still starting.', retryable: true },
  next: 'Call again in a moment.',
}

/**
 * The tools every agent finds here, before any was taught. They are registered as early in the boot as can be, so
 * that hosts that list only the first tools list these.
 */
export function createFixedTools(): FixedTools {
  let answer: FixedAnswer = () => Promise.resolve(NOT_READY)
  let controller = new AbortController()

  return {
    async register(provider) {
      const { signal } = controller
      // Asked for in order and at once: a host that takes a while for each must not hold up the boot. The first refusal
      // ends them all, whatever the others still wait for.
      try {
        await Promise.all(
          FIXED_TOOLS.map((tool) => provider.register({ ...tool, execute: (input, caller) => answer(tool, input, caller) }, signal)),
        )
      } catch (error) {
        controller.abort()
        controller = new AbortController()
        throw error
      }
    },
    ready(given) {
      answer = given
    },
    dispose: () => controller.abort(),
  }
}
