import { refuse } from '../../bus/command.ts'
import { isObject, type JsonObject } from '../../bus/json.ts'
import type { Patch } from '../../bus/state.ts'
import { draftFault, recordingFault } from './faults.ts'
import { updateOf } from './fieldChanges.ts'
import { libraryCommand } from './libraryCommand.ts'

/** Keeps demonstrations in which a step was shown again, and opens the tool's draft on them: all of it or nothing. */
export const saveRepair = libraryCommand({
  id: 'save_repair',
  title: 'Show a step again',
  description: 'Puts a step that was shown again into the demonstrations of a tool, and opens its draft. The tool stays as it was approved.',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 128, description: 'Name of a taught tool.' },
    recordings: { type: 'object', description: 'The new recordings by id.' },
    draft: { type: 'object', description: 'What the draft says, and its demonstrations.' },
  },
  output: { type: 'object' },
  plan(state, _view, input, { now }) {
    const tool = state.get('tool', input.name as string)
    if (!tool || tool.state === 'revoked') return refuse('NOT_FOUND', 'There is no such tool.', { path: 'name' })
    const patches: Patch[] = []
    for (const [id, recording] of Object.entries(input.recordings as JsonObject)) {
      const fault = recordingFault(recording)
      if (fault !== null || !isObject(recording) || state.get('recording', id)) {
        return refuse('INVALID_INPUT', `A recording ${fault ?? 'is here already'}.`, { path: 'recordings' })
      }
      patches.push({ op: 'create', entity: 'recording', id, record: { ...recording, recordingId: id } })
    }
    const draftId = tool.draftId as string
    const before = state.get('draft', draftId)
    const fresh = { draftId, version: 1, request: null, createdAt: now, updatedAt: now }
    const wanted = { ...(input.draft as JsonObject), status: 'open' }
    const fault = draftFault({ ...fresh, ...before, ...wanted })
    if (fault !== null) return refuse('INVALID_INPUT', `The draft ${fault}.`, { path: 'draft' })
    // A draft that came by file was never here, one that was discarded comes back.
    if (before) patches.push(...updateOf('draft', draftId, before, wanted))
    else patches.push({ op: 'create', entity: 'draft', id: draftId, record: { ...fresh, ...wanted } })
    return { output: {}, patches }
  },
})
