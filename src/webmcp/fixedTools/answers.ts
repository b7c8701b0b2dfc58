import type { JsonObject } from '../../bus/json.ts'
import { fail } from '../../bus/results.ts'
import { waitByTimer } from '../pause.ts'
import { errorResult } from '../result.ts'
import { checkFixedInput } from './checkFixedInput.ts'
import { draftToolTool, listRecordingsTool, publishToolTool, type FixedTool } from './definitions.ts'
import { draftTool } from './draftTool.ts'
import type { FixedAnswer } from './fixedTools.ts'
import { listRecordings } from './listRecordings.ts'
import { createPublishTool, type Hold } from './publishTool.ts'
import type { FixedToolServices } from './services.ts'

/** What a fixed tool does with an input that was checked. */
type FixedHandler = (input: JsonObject, signal: AbortSignal | undefined) => JsonObject | Promise<JsonObject>

export interface AnswerOptions extends Partial<Hold> {
  /** Told of errors no caller is to see. */
  readonly report?: (where: string, error: unknown) => void
}

/** The work of the three tools, for any input. Apart from their registration, which must not wait for this code to load. */
export function fixedAnswers(services: FixedToolServices, { wait = waitByTimer, report }: AnswerOptions = {}): FixedAnswer {
  const handlers = new Map<FixedTool, FixedHandler>([
    [listRecordingsTool, (input) => listRecordings(services.library, input)],
    [draftToolTool, (input) => draftTool(services.library, input)],
    [publishToolTool, createPublishTool(services, { wait })],
  ])
  return async (tool, input, signal) => {
    const handler = handlers.get(tool)
    const checked = checkFixedInput(tool.inputSchema, input)
    if (!checked.ok) return errorResult(checked.error)
    try {
      if (!handler) throw new Error(`Nothing answers ${tool.name}.`)
      return await handler(checked.value, signal)
    } catch (error) {
      report?.(tool.name, error)
      return errorResult(fail('INTERNAL', 'The page failed to answer.').error)
    }
  }
}
