import type { JsonSchema } from '../../bus/schema.ts'
import type { ToolDefinition } from '../provider.ts'

/** Name, text and schema of a fixed tool: what every agent pays for, so no word too many. */
export type FixedTool = Pick<ToolDefinition, 'name' | 'title' | 'description' | 'inputSchema' | 'annotations'>

const text: JsonSchema = { type: 'string' }

const objectOf = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
})

const writes = { readOnlyHint: false, untrustedContentHint: true, consequentialHint: false } as const

export const listRecordingsTool: FixedTool = {
  name: 'understudy_list_recordings',
  title: 'List recordings',
  description: 'List the tasks the user demonstrated on this page, or one in full.',
  inputSchema: objectOf({ recordingId: text, offset: { type: 'integer', minimum: 0 } }, []),
  annotations: { ...writes, readOnlyHint: true },
}

export const draftToolTool: FixedTool = {
  name: 'understudy_draft_tool',
  title: 'Draft a tool',
  description: 'Draft a tool from recordings of one task. Name it and say what it does and when to use it.',
  inputSchema: objectOf(
    {
      recordingIds: { type: 'array', items: text, minItems: 1, maxItems: 8 },
      name: text,
      description: text,
      title: text,
      parameters: { type: 'object', description: 'key: {name?, description?}' },
      answers: { type: 'object', description: 'questionId: choiceId' },
    },
    ['recordingIds', 'name', 'description'],
  ),
  annotations: writes,
}

export const publishToolTool: FixedTool = {
  name: 'understudy_publish_tool',
  title: 'Publish a tool',
  description: 'Ask the user to approve a draft; waits up to 45 s, then poll.',
  inputSchema: objectOf({ draftId: text, poll: { type: 'boolean' } }, ['draftId']),
  annotations: writes,
}

/** In the order they are registered. */
export const FIXED_TOOLS: readonly FixedTool[] = [listRecordingsTool, draftToolTool, publishToolTool]
