import { refuse } from '../../bus/command.ts'
import type { JsonObject } from '../../bus/json.ts'
import type { Patch } from '../../bus/state.ts'
import { recordingFault, toolFault } from './faults.ts'
import { updateOf } from './fieldChanges.ts'
import { libraryCommand } from './libraryCommand.ts'
import { nameTaken } from './toolName.ts'

/** Keeps tools that came by file, with their demonstrations: all of them or none, and undone as one. */
export const importTools = libraryCommand({
  id: 'import_tools',
  title: 'Import',
  description: 'Keeps tools of a pack that a person looked through, or approved here before.',
  undoable: true,
  properties: {
    tools: { type: 'object', description: 'The tools by name, in the order of the pack.' },
    recordings: { type: 'object', description: 'Their demonstrations by id.' },
  },
  output: { type: 'object' },
  plan(state, _view, input, { now }) {
    const patches: Patch[] = []
    for (const [id, recording] of Object.entries(input.recordings as JsonObject)) {
      const fault = recordingFault(recording)
      if (fault !== null || state.get('recording', id)) return refuse('INVALID_INPUT', `A recording ${fault ?? 'is here already'}.`)
      patches.push({ op: 'create', entity: 'recording', id, record: { ...(recording as JsonObject), recordingId: id } })
    }
    for (const [place, [id, tool]] of Object.entries(input.tools as JsonObject).entries()) {
      // A moment after each other: tools stand in the order of their approval, and these in that of the pack.
      const approvedAt = new Date(Date.parse(now) + place).toISOString()
      const record = {
        ...(tool as JsonObject),
        name: id,
        version: 1,
        updatedAt: now,
        approvedAt,
        runCount: 0,
        lastRunAt: null,
        lastError: null,
      }
      const fault = toolFault(record)
      if (fault !== null) return refuse('INVALID_INPUT', `A tool ${fault}.`)
      const taken = nameTaken(state, id, '')
      if (taken !== null) return refuse('INVALID_INPUT', taken)
      const before = state.get('tool', id)
      // A revoked tool leaves its place to one of its name; the bus counts its version on.
      if (before)
        patches.push(...updateOf('tool', id, before, { ...record, earlierRuns: 0, version: before.version ?? 1, updatedAt: before.updatedAt ?? now }))
      else patches.push({ op: 'create', entity: 'tool', id, record })
    }
    return { output: {}, patches }
  },
  say: () => ['Import tools'],
})
