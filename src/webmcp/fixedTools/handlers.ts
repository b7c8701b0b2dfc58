import type { JsonObject } from '../../bus/json.ts'
import { waitByTimer } from '../pause.ts'
import { draftToolTool, listRecordingsTool, publishToolTool, type FixedTool } from './definitions.ts'
import { draftTool } from './draftTool.ts'
import { listRecordings } from './listRecordings.ts'
import { createPublishTool, type Hold } from './publishTool.ts'
import type { FixedToolServices } from './services.ts'

/** What a fixed tool does with an input that was checked. */
export type FixedHandler = (input: JsonObject, signal: AbortSignal | undefined) => JsonObject | Promise<JsonObject>

/** The work of the three tools. Apart from their registration, which must not wait for this code to load. */
export const fixedHandlers = (
  services: FixedToolServices,
  { wait = waitByTimer }: Partial<Hold> = {},
): ReadonlyMap<FixedTool, FixedHandler> =>
  new Map<FixedTool, FixedHandler>([
    [listRecordingsTool, (input) => listRecordings(services.library, input)],
    [draftToolTool, (input) => draftTool(services.library, input)],
    [publishToolTool, createPublishTool(services, { wait })],
  ])
