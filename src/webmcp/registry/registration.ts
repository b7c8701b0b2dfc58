import { fail } from '../../bus/results.ts'
import type { ToolRecord } from '../library/types.ts'
import type { Provider, ToolDefinition } from '../provider.ts'
import { errorResult } from '../result.ts'
import type { Runs } from '../runs/api.ts'

export interface RegistrationPorts {
  readonly provider: Provider
  readonly runs: Pick<Runs, 'run' | 'revoke' | 'active'>
  readonly pause: () => Promise<void>
  /** Resolves after some milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

/** How long the results of a tool's runs may take to go out before its registration ends, in milliseconds. */
const GRACE_MS = 1000

/** One tool at the host, on a controller of its own. Made anew for every registration. */
export class Registration {
  private readonly controller = new AbortController()
  private ending: Promise<void> | null = null
  state: 'registering' | 'registered' | 'failed' = 'registering'
  reason: string | undefined

  constructor(
    private readonly tool: ToolRecord,
    private readonly ports: RegistrationPorts,
  ) {}

  get digest(): string {
    return this.tool.digest
  }

  /** Resolves once the host took the tool or refused it; then `state` says which. Never rejects. */
  async start(): Promise<void> {
    try {
      await this.ports.provider.register(this.definition(), this.controller.signal)
      this.state = 'registered'
    } catch (error) {
      this.state = 'failed'
      this.reason = refusalInWords(error)
    }
  }

  /**
   * Ends the runs with `REVOKED`, lets their results out, then takes the tool from the host. Without runs it is
   * gone when this returns. Calls that come in between are answered with `REVOKED`.
   */
  end(): Promise<void> {
    this.ending ??= this.finish()
    return this.ending
  }

  private async finish(): Promise<void> {
    const { runs, pause, wait } = this.ports
    if (runs.active().some((run) => run.tool === this.tool.name)) {
      // The host hands a result on some turns after the run ended; ending the registration first would lose it.
      await Promise.race([runs.revoke(this.tool.name).then(pause), wait(GRACE_MS)])
    }
    this.controller.abort()
  }

  private definition(): ToolDefinition {
    const { compiled } = this.tool
    return {
      name: compiled.name,
      title: compiled.title,
      description: compiled.description,
      inputSchema: compiled.inputSchema,
      outputSchema: compiled.outputSchema,
      annotations: compiled.annotations,
      execute: (input, signal) =>
        this.ending === null
          ? this.ports.runs.run(compiled.name, input, { actor: 'agent', source: 'host', signal })
          : Promise.resolve(errorResult(fail('REVOKED', 'The tool was withdrawn by the user.').error)),
    }
  }
}

function refusalInWords(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'The browser does not allow this page to register tools.'
  if (name === 'InvalidStateError') return 'The host has a tool of this name already, or does not take the name.'
  return 'The host refused it.'
}
