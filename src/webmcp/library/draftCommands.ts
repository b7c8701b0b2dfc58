import { refuse } from '../../bus/command.ts'
import type { JsonObject } from '../../bus/json.ts'
import type { JsonSchema } from '../../bus/schema.ts'
import { draftFault } from './faults.ts'
import { updateOf } from './fieldChanges.ts'
import { libraryCommand } from './libraryCommand.ts'

const draftId: JsonSchema = { type: 'string', minLength: 1, maxLength: 64, description: 'Id of a draft.' }
const output: JsonSchema = { type: 'object', properties: { draftId } }

/** What may be said of a draft. Generous: what does not fit a tool is said by the checks, not refused while typing. */
const authored: Readonly<Record<string, JsonSchema>> = {
  name: { type: 'string', maxLength: 200, description: 'Name of the tool.' },
  title: { type: 'string', maxLength: 200, description: 'Title of the tool.' },
  description: { type: 'string', maxLength: 4000, description: 'What the tool does and when to use it.' },
  parameters: { type: 'object', description: 'Parameter key to its name and description.' },
  answers: { type: 'object', description: 'Question id to the choice taken.' },
  edits: { type: 'array', maxItems: 200, items: { type: 'object' }, description: 'Changes made by hand.' },
  recordingIds: {
    type: 'array',
    minItems: 1,
    maxItems: 8,
    uniqueItems: true,
    items: { type: 'string' },
    description: 'The demonstrations.',
  },
}

const byHand: JsonSchema = { type: 'array', items: { type: 'string' }, description: 'What a person worded.' }

/** Makes a draft. */
export const saveDraft = libraryCommand({
  id: 'save_draft',
  title: 'Make a draft',
  description: 'Makes a draft of a tool from recordings.',
  properties: { draftId, label: { type: 'string', maxLength: 200, description: 'What it was made from.' }, ...authored },
  output,
  plan(state, _view, input, { now }) {
    const id = input.draftId as string
    if (state.get('draft', id)) return refuse('INVALID_INPUT', 'There is a draft of this id already.', { path: 'draftId' })
    const record: JsonObject = { ...input, version: 1, status: 'open', request: null, createdAt: now, updatedAt: now }
    const fault = draftFault(record)
    if (fault !== null) return refuse('INVALID_INPUT', `The draft ${fault}.`)
    return { output: { draftId: id }, patches: [{ op: 'create', entity: 'draft', id, record }] }
  },
})

/** Changes what is said of a draft. A published one is open again, until it is approved anew. */
export const editDraft = libraryCommand({
  id: 'edit_draft',
  title: 'Change a draft',
  description: 'Changes what is said of a draft. What is registered already stays as it was approved.',
  properties: { draftId, ...authored, byHand },
  required: ['draftId'],
  output,
  plan(state, _view, input) {
    const { draftId: id, ...wanted } = input as { draftId: string } & JsonObject
    const draft = state.get('draft', id)
    if (!draft || draft.status === 'discarded') return refuse('NOT_FOUND', 'There is no such draft.', { path: 'draftId' })
    const changed = updateOf('draft', id, draft, wanted)
    if (changed.length === 0) return { output: { draftId: id } }
    return { output: { draftId: id }, patches: updateOf('draft', id, draft, { ...wanted, status: 'open' }) }
  },
})

/** Puts a draft away. */
export const discardDraft = libraryCommand({
  id: 'discard_draft',
  title: 'Discard a draft',
  description: 'Puts a draft away. A tool that was published from it stays.',
  properties: { draftId },
  output,
  plan(state, _view, input) {
    const id = input.draftId as string
    const draft = state.get('draft', id)
    if (!draft) return refuse('NOT_FOUND', 'There is no such draft.', { path: 'draftId' })
    return { output: { draftId: id }, patches: updateOf('draft', id, draft, { status: 'discarded' }) }
  },
})

/** Keeps what became of a request to publish, so that a later page can say so. */
export const noteRequest = libraryCommand({
  id: 'note_request',
  title: 'Note a request to publish',
  description: 'Keeps the state of the last request to publish a draft.',
  properties: {
    draftId,
    requestId: { type: 'string', description: 'Id of the request.' },
    digest: { type: 'string', description: 'What was shown.' },
    state: { type: 'string', enum: ['waiting', 'published', 'rejected', 'withdrawn'], description: 'What became of it.' },
    pageId: { type: 'string', description: 'The page that holds it.' },
    reason: { type: 'string', description: 'Why, in words.' },
  },
  required: ['draftId', 'requestId', 'digest', 'state', 'pageId'],
  output,
  plan(state, _view, input) {
    const { draftId: id, ...request } = input as { draftId: string } & JsonObject
    const draft = state.get('draft', id)
    if (!draft) return refuse('NOT_FOUND', 'There is no such draft.', { path: 'draftId' })
    const status = request.state === 'published' ? { status: 'published' } : {}
    return { output: { draftId: id }, patches: updateOf('draft', id, draft, { request, ...status }) }
  },
})
