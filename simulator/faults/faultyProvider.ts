import type { Provider, ToolDefinition } from '../../src/webmcp/provider.ts'
import type { FaultBoard, FaultId } from './faults.ts'

/** What faults in the middle of a run need of the page; there a moment after the provider. */
export interface RunPort {
  /** Told of each step a run of a taught tool takes. @returns how to stop listening */
  onRun(listener: (run: { readonly tool: string; readonly steps: number; readonly done: boolean }) => void): () => void
  revoke(tool: string): void
  writeElsewhere(candidates: readonly string[]): void
}

/** A provider on which the switches of the board take effect. With all of them off it is the one it was given. */
export function faultyProvider(provider: Provider, board: FaultBoard, runs: () => RunPort | null): Provider {
  let counted = 0
  board.onChange(() => {
    if (board.on('reject-registration') === null) counted = 0
  })

  async function register(tool: ToolDefinition, signal: AbortSignal): Promise<void> {
    const nth = board.on('reject-registration')
    if (nth !== null && ++counted === nth) throw new DOMException(`The simulator refuses ${tool.name}.`, 'InvalidStateError')
    await provider.register({ ...tool, execute: (input, caller) => execute(tool, input, caller) }, signal)
  }

  async function execute(tool: ToolDefinition, input: unknown, caller: AbortSignal | undefined): ReturnType<ToolDefinition['execute']> {
    const giveUp = new AbortController()
    // Where nothing is made to go wrong the tool gets the caller's own signal, or none.
    const either = board.on('abort-after-step') === null ? caller : AbortSignal.any([giveUp.signal, ...(caller ? [caller] : [])])
    const ends = [
      afterStep('revoke-mid-run', tool.name, (port) => port.revoke(tool.name)),
      afterStep('abort-after-step', tool.name, () => giveUp.abort()),
      afterStep('other-tab-writes', tool.name, (port) => port.writeElsewhere(textsOf(input))),
    ]
    try {
      return await tool.execute(input, board.on('no-signal') === null ? either : undefined)
    } finally {
      for (const end of ends) end()
    }
  }

  /** Does something once, when a run of the tool has taken as many steps as the fault says. */
  function afterStep(id: FaultId, tool: string, act: (port: RunPort) => void): () => void {
    const step = board.on(id)
    const port = runs()
    if (step === null || port === null) return () => undefined
    let done = false
    return port.onRun((run) => {
      if (done || run.tool !== tool || run.steps < step) return
      done = true
      // The run is in the middle of telling its step; what befalls it comes right after.
      queueMicrotask(() => act(port))
    })
  }

  return {
    ...provider,
    register,
    async list() {
      const tools = await provider.list()
      return board.on('duplicate-listing') === null ? tools : tools.flatMap((tool) => [tool, tool])
    },
  }
}

const textsOf = (input: unknown): readonly string[] =>
  typeof input === 'object' && input !== null ? Object.values(input).filter((value) => typeof value === 'string') : []
