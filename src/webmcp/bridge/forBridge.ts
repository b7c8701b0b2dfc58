import type { JsonSchema } from '../../bus/schema.ts'
import type { HostTool } from '../modelContext.ts'

/**
 * A tool as the bridge must be given it to behave like one of the browser's own.
 *
 * The bridge would check input from its own clients, and answer in words of its own; so the schema comes with a
 * validator that passes everything on to the tool, whose answer names what is wrong and where. And it drops
 * `consequentialHint`, for which its clients know another name.
 */
export function forBridge(tool: HostTool): HostTool {
  const { annotations } = tool
  return {
    ...tool,
    inputSchema: passedOn(tool.inputSchema),
    annotations: annotations.consequentialHint ? Object.assign({ destructiveHint: true }, annotations) : annotations,
  }
}

/** The schema, and hidden beside it what the Standard Schema convention calls its validator. */
function passedOn(schema: JsonSchema): JsonSchema {
  const json = (): JsonSchema => schema
  const standard = { version: 1, vendor: 'understudy', validate: (value: unknown) => ({ value }), jsonSchema: { input: json, output: json } }
  // Not enumerable: who does not know it sees a plain schema.
  return Object.defineProperty({ ...schema }, '~standard', { value: standard })
}
