import { isFault } from '../../faults/faults.ts'
import { asText, isObject, type Json, type JsonObject } from '../../json.ts'
import { detailIn, doing, without, type PersonSteps } from './reading.ts'

/** What one entry tells by itself of what a person did, or of what was done from the panel. Null where that is nothing, or nothing of its own. */
export function personSteps(detail: Json): PersonSteps | null {
  if (!isObject(detail)) return null
  const { type, command } = detail
  if (type === 'reload') return doing({ human: 'reload' })
  if (type === 'fault' && isFault(detail.fault)) return doing({ fault: detail.fault, on: detail.on === true, ...(detail.on === true ? { value: detail.value ?? 0 } : {}) })
  // Nobody else can: neither needs to say by whom.
  if (type === 'approved') return doing({ human: 'approve' })
  if (type === 'rejected') return doing({ human: 'reject' })
  if (detail.actor !== 'operator') return null
  if (typeof type === 'string') return ofAudit(type, detail)
  // What a run did is told of as the run, and this the audit tells of as well, or the page does by itself.
  if (detail.run !== undefined || typeof command !== 'string' || !isObject(detail.input) || TOLD_ELSEWHERE.has(command)) return null
  return command === 'edit_draft' && detail.source === 'approval' ? null : without(`${command}, which you did by hand`)
}

const TOLD_ELSEWHERE = new Set(['save_recording', 'save_draft', 'save_tool', 'note_request', 'note_run', 'change_tool_state', 'import_tools'])

const STATES: Readonly<Record<string, string>> = { disabled: 'disable', enabled: 'enable', revoked: 'revoke' }

function ofAudit(type: string, audit: JsonObject): PersonSteps | null {
  const { tool = '', source = '' } = audit
  const { choice } = detailIn(audit)
  const state = STATES[type]
  if (state !== undefined) return doing({ human: state, tool })
  switch (type) {
    case 'drafted':
      return source === 'approval' && typeof choice === 'string' ? doing({ human: 'answer', choice }) : null
    case 'requested':
      return source === 'publish' ? without(`the request to publish ${asText(tool)}, which you made in the page`) : null
    case 'undone':
    case 'redone':
      return without(`what you ${type === 'undone' ? 'took back' : 'did again'}`)
    default:
      return null
  }
}
