import { refuse } from '../../bus/command.ts'
import type { JsonObject } from '../../bus/json.ts'
import type { JsonSchema } from '../../bus/schema.ts'
import type { Rec } from '../../bus/state.ts'
import { toolFault } from './faults.ts'
import { updateOf } from './fieldChanges.ts'
import { libraryCommand } from './libraryCommand.ts'
import { nameTaken } from './toolName.ts'

const name: JsonSchema = { type: 'string', minLength: 1, maxLength: 128, description: 'Name of a taught tool.' }
const output: JsonSchema = { type: 'object', properties: { name } }

/** Keeps an approved tool; one published anew from the same draft replaces the earlier. */
export const saveTool = libraryCommand({
  id: 'save_tool',
  title: 'Publish a tool',
  description: 'Keeps a tool that a person approved.',
  properties: {
    name,
    compiled: { type: 'object', description: 'What is registered.' },
    procedure: { type: 'object', description: 'What a run executes.' },
    digest: { type: 'string', description: 'Hash of both.' },
    draftId: { type: 'string', description: 'The draft it came from.' },
    recordingIds: { type: 'array', items: { type: 'string' }, description: 'Its demonstrations.' },
  },
  output,
  plan(state, _view, input, { now }) {
    const id = input.name as string
    const taken = nameTaken(state, id, input.draftId as string)
    if (taken !== null) return refuse('INVALID_INPUT', taken, { path: 'name' })
    const before = state.get('tool', id)
    const fresh: JsonObject = {
      ...input,
      state: 'live',
      approvedAt: now,
      runCount: 0,
      lastRunAt: null,
      lastError: null,
      ...(before ? { earlierRuns: before.draftId === input.draftId ? runsOf(before) : 0 } : {}),
    }
    const fault = toolFault({ ...fresh, version: 1, updatedAt: now })
    if (fault !== null) return refuse('INVALID_INPUT', `The tool ${fault}.`)
    return {
      output: { name: id },
      patches: before
        ? updateOf('tool', id, before, fresh)
        : [{ op: 'create', entity: 'tool', id, record: { ...fresh, version: 1, updatedAt: now } }],
    }
  },
})

/** All runs of a tool, also of what it was before it was approved anew. */
const runsOf = ({ runCount, earlierRuns = 0 }: Rec): number => (runCount as number) + (earlierRuns as number)

/** Disables, enables or revokes a tool. */
export const changeToolState = libraryCommand({
  id: 'change_tool_state',
  title: 'Disable, enable or revoke a tool',
  description: 'Takes a tool away from agents for a while or for good, or gives it back.',
  properties: { name, state: { type: 'string', enum: ['live', 'disabled', 'revoked'], description: 'Whether agents may call it.' } },
  output,
  plan(state, _view, input) {
    const id = input.name as string
    const tool = state.get('tool', id)
    if (!tool) return refuse('NOT_FOUND', 'There is no such tool.', { path: 'name' })
    if (tool.state === 'revoked' && input.state !== 'revoked') {
      return refuse('REVOKED', 'The tool was revoked; publish its draft again to bring it back.', { path: 'name' })
    }
    return { output: { name: id }, patches: updateOf('tool', id, tool, { state: input.state ?? null }) }
  },
  say: (slot) => ['Set tool ', ...slot('name'), ' to ', ...slot('state')],
})

/** Keeps that a tool ran, and the error it ended with if it did. */
export const noteRun = libraryCommand({
  id: 'note_run',
  title: 'Note a run',
  description: 'Keeps that a tool ran, and how it ended.',
  properties: {
    name,
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'Code of the result.' },
        message: { type: 'string', description: 'What went wrong.' },
        step: { type: 'integer', minimum: 1, description: 'The step it happened in.' },
      },
    },
  },
  required: ['name'],
  output,
  plan(state, _view, input, { now }) {
    const id = input.name as string
    const tool = state.get('tool', id)
    if (!tool) return refuse('NOT_FOUND', 'There is no such tool.', { path: 'name' })
    const runCount = (tool.runCount as number) + 1
    return { output: { name: id }, patches: updateOf('tool', id, tool, { runCount, lastRunAt: now, lastError: input.error ?? null }) }
  },
})
