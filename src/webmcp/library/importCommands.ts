import { defineCommand, refuse } from '../../bus/command.ts'
import type { JsonObject } from '../../bus/json.ts'
import type { Patch, State } from '../../bus/state.ts'
import { recordingFault, toolFault } from './faults.ts'
import { updateOf } from './fieldChanges.ts'
import { nameTaken } from './toolName.ts'

/** Keeps tools that came by file, with their demonstrations: all of them or none, and undone as one. */
export const importTools = defineCommand({
  id: 'import_tools',
  title: 'Import',
  description: 'Keeps tools of a pack that a person looked through, or approved here before.',
  effect: 'write',
  recordable: false,
  input: {
    type: 'object',
    properties: {
      tools: { type: 'array', minItems: 1, maxItems: 64, items: { type: 'object' }, description: 'The tools.' },
      recordings: { type: 'array', maxItems: 512, items: { type: 'object' }, description: 'Their demonstrations.' },
    },
    required: ['tools', 'recordings'],
    additionalProperties: false,
  },
  output: { type: 'object', properties: { names: { type: 'array', items: { type: 'string' } } } },
  plan(state, _view, input, { now }) {
    const tools = input.tools as readonly JsonObject[]
    const recordings = input.recordings as readonly JsonObject[]
    const names = tools.map((tool) => tool.name as string)
    if (new Set(names).size < names.length) return refuse('INVALID_INPUT', 'Two of the tools have the same name.', { path: 'tools' })
    const patches: Patch[] = []
    for (const recording of recordings) {
      const fault = recordingFault(recording)
      if (fault !== null) return refuse('INVALID_INPUT', `A recording ${fault}.`, { path: 'recordings' })
      const id = recording.recordingId as string
      if (state.get('recording', id)) return refuse('INVALID_INPUT', 'There is a recording of this id already.', { path: 'recordings' })
      patches.push({ op: 'create', entity: 'recording', id, record: recording })
    }
    for (const [place, tool] of tools.entries()) {
      // A moment after each other: tools stand in the order of their approval, and these in that of the pack.
      const approvedAt = new Date(Date.parse(now) + place).toISOString()
      const record: JsonObject = { ...tool, approvedAt, runCount: 0, lastRunAt: null, lastError: null }
      const fault = toolFault({ ...record, version: 1, updatedAt: now })
      if (fault !== null) return refuse('INVALID_INPUT', `A tool ${fault}.`, { path: 'tools' })
      const taken = nameTaken(state, tool.name as string, tool.draftId as string)
      if (taken !== null) return refuse('INVALID_INPUT', taken, { path: 'tools' })
      patches.push(...keep(state, record, now))
    }
    return { output: { names }, patches }
  },
  say: () => ['Import tools'],
})

/** A revoked tool leaves its place to one of its name. */
function keep(state: State, record: JsonObject, now: string): readonly Patch[] {
  const id = record.name as string
  const before = state.get('tool', id)
  if (before) return updateOf('tool', id, before, record)
  return [{ op: 'create', entity: 'tool', id, record: { ...record, version: 1, updatedAt: now } }]
}
