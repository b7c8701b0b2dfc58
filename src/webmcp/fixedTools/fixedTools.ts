import type { JsonObject } from '../../bus/json.ts'
import { fail } from '../../bus/results.ts'
import type { Provider } from '../provider.ts'
import { errorResult } from '../result.ts'
import { checkFixedInput } from './checkFixedInput.ts'
import { FIXED_TOOLS, type FixedTool } from './definitions.ts'
import type { FixedHandler } from './handlers.ts'

export interface FixedTools {
  /** Registers the three, in order, on a controller of their own. Rejects with the host's reason; then none is registered. */
  register(provider: Provider): Promise<void>
  /** From now on calls are answered; until then each is told `NOT_READY`. */
  ready(handlers: ReadonlyMap<FixedTool, FixedHandler>): void
  dispose(): void
}

export interface FixedToolsOptions {
  readonly report?: (where: string, error: unknown) => void
}

/**
 * The tools every agent finds here, before any was taught. They are registered as early in the boot as can be, so
 * that hosts that list only the first tools list these.
 */
export function createFixedTools(options: FixedToolsOptions = {}): FixedTools {
  let handlers: ReadonlyMap<FixedTool, FixedHandler> | null = null
  let controller = new AbortController()

  const execute = async (tool: FixedTool, input: unknown, signal: AbortSignal | undefined): Promise<JsonObject> => {
    const handler = handlers?.get(tool)
    if (!handler) return errorResult(fail('NOT_READY', 'The page is still starting.').error)
    const checked = checkFixedInput(tool.inputSchema, input)
    if (!checked.ok) return errorResult(checked.error)
    try {
      return await handler(checked.value, signal)
    } catch (error) {
      options.report?.(tool.name, error)
      return errorResult(fail('INTERNAL', 'The page failed to answer.').error)
    }
  }

  return {
    async register(provider) {
      const { signal } = controller
      // Asked for in order and at once: a host that takes a while for each must not hold up the boot. The first refusal
      // ends them all, whatever the others still wait for.
      try {
        await Promise.all(
          FIXED_TOOLS.map((tool) => provider.register({ ...tool, execute: (input, caller) => execute(tool, input, caller) }, signal)),
        )
      } catch (error) {
        controller.abort()
        controller = new AbortController()
        throw error
      }
    },
    ready(given) {
      handlers = given
    },
    dispose: () => controller.abort(),
  }
}
