import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Job } from './jobs.ts'

/** Tokens of a text as models with the o200k vocabulary count them. */
export const tokensOf = (text: string): number => countTokens(text, { disallowedSpecial: new Set() })

/** What one job cost an agent, and whether it was done. */
export interface Outcome {
  readonly job: Job['name']
  readonly calls: number
  /** Of the tools the agent has to know for it. */
  readonly definitions: number
  readonly input: number
  readonly output: number
  readonly ms: number
  /** Null when it was done. */
  readonly wrong: string | null
}

/** Counts what goes over to an agent and back, call by call. */
export class Meter {
  private calls = 0
  private input = 0
  private output = 0
  private ms = 0

  constructor(private readonly definitions: number) {}

  /** One call of a tool. @param act does it, and gives what the agent is answered */
  async call(tool: string, input: unknown, act: () => Promise<string>): Promise<string> {
    const began = performance.now()
    const answer = await act()
    this.ms += performance.now() - began
    this.calls += 1
    this.input += tokensOf(JSON.stringify({ name: tool, arguments: input }))
    this.output += tokensOf(answer)
    return answer
  }

  outcome({ name }: Job, wrong: string | null): Outcome {
    const { calls, definitions, input, output, ms } = this
    return { job: name, calls, definitions, input, output, ms, wrong }
  }
}
