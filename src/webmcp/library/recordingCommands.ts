import { refuse } from '../../bus/command.ts'
import type { JsonObject } from '../../bus/json.ts'
import type { JsonSchema } from '../../bus/schema.ts'
import type { Rec, State } from '../../bus/state.ts'
import { recordingFault } from './faults.ts'
import { libraryCommand } from './libraryCommand.ts'

const recordingId: JsonSchema = { type: 'string', minLength: 1, maxLength: 64, description: 'Id of a recording.' }
const output: JsonSchema = { type: 'object', properties: { recordingId } }

/** Keeps a demonstration, as it was recorded. */
export const saveRecording = libraryCommand({
  id: 'save_recording',
  title: 'Keep a recording',
  description: 'Keeps what was demonstrated between Teach and Stop.',
  properties: { recording: { type: 'object', description: 'The recording.' } },
  output,
  plan(state, _view, input) {
    const recording = input.recording as JsonObject
    const fault = recordingFault(recording)
    if (fault !== null) return refuse('INVALID_INPUT', `The recording ${fault}.`, { path: 'recording' })
    const id = recording.recordingId as string
    if (state.get('recording', id)) {
      return refuse('INVALID_INPUT', 'There is a recording of this id already.', { path: 'recording.recordingId' })
    }
    return { output: { recordingId: id }, patches: [{ op: 'create', entity: 'recording', id, record: recording }] }
  },
})

/** Throws a recording away, unless a draft or a tool rests on it. */
export const discardRecording = libraryCommand({
  id: 'discard_recording',
  title: 'Discard a recording',
  description: 'Throws a recording away. Refused while a draft or a tool rests on it.',
  properties: { recordingId },
  output,
  plan(state, _view, input) {
    const id = input.recordingId as string
    const record = state.get('recording', id)
    if (!record) return refuse('NOT_FOUND', 'There is no such recording.', { path: 'recordingId' })
    const user = userOf(state, id)
    if (user) return refuse('BLOCKED', `The recording is in use by the ${user}.`, { path: 'recordingId' })
    return { output: { recordingId: id }, patches: [{ op: 'remove', entity: 'recording', id, record }] }
  },
})

/** What rests on a recording, in words; null when nothing does. @param but a draft that does not count */
export function userOf(state: State, recordingId: string, but?: string): string | null {
  const uses = (record: Rec): boolean => Array.isArray(record.recordingIds) && record.recordingIds.includes(recordingId)
  const draft = state.list('draft').find((one) => one.status === 'open' && one.draftId !== but && uses(one))
  if (draft) return `draft ${draft.name as string}`
  const tool = state.list('tool').find((one) => one.state !== 'revoked' && uses(one))
  return tool ? `tool ${tool.name as string}` : null
}
