import { isFault } from '../../faults/faults.ts'
import { asText, isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { PageEntry } from './log.ts'

/** What a person did, as steps of a script, or in words where no step says it. */
export type PersonSteps = { readonly steps: readonly Json[] } | { readonly leftOut: string }

/** What one entry tells of what a person did, or of what was done from the panel. Null where that is nothing, or nothing of its own. */
export function personSteps({ detail }: PageEntry): PersonSteps | null {
  if (!isObject(detail)) return null
  const { type, command } = detail
  if (type === 'reload') return one({ human: 'reload' })
  if (type === 'fault' && isFault(detail.fault)) return one({ fault: detail.fault, on: detail.on === true, ...(detail.on === true ? { value: detail.value ?? 0 } : {}) })
  // Nobody else can: neither needs to say by whom.
  if (type === 'approved') return one({ human: 'approve' })
  if (type === 'rejected') return one({ human: 'reject' })
  if (detail.actor !== 'operator') return null
  if (typeof type === 'string') return ofAudit(type, detail)
  // What a run did is told of as the run.
  if (detail.run !== undefined) return null
  return typeof command === 'string' && isObject(detail.input) ? ofCommand(command, detail.input, detail.source ?? null) : null
}

const one = (step: Json): PersonSteps => ({ steps: [step] })

const STATES: Readonly<Record<string, string>> = { disabled: 'disable', enabled: 'enable', revoked: 'revoke' }

function ofAudit(type: string, { tool = '', source = '', detail = {} }: JsonObject): PersonSteps | null {
  const state = STATES[type]
  if (state !== undefined) return one({ human: state, tool })
  switch (type) {
    case 'recorded':
      return { steps: [{ human: 'stop' }, { human: 'dismiss' }] }
    case 'exported':
      return one({ human: 'export' })
    case 'drafted':
      return source === 'approval' && isObject(detail) && typeof detail.choice === 'string' ? one({ human: 'answer', choice: detail.choice }) : null
    case 'imported':
      return { leftOut: 'the import of a pack, whose file the log does not hold' }
    case 'requested':
      return source === 'publish' ? { leftOut: `the request to publish ${asText(tool)}, which you made in the page` } : null
    case 'run-started':
      return { leftOut: `the run of ${asText(tool)} that you began in the page` }
    case 'undone':
    case 'redone':
      return { leftOut: `what you ${type === 'undone' ? 'took back' : 'did again'}` }
    default:
      return null
  }
}

/** What the audit tells of as well, or the page does by itself. */
const TOLD_ELSEWHERE = new Set(['save_recording', 'save_draft', 'save_tool', 'note_request', 'note_run', 'change_tool_state', 'import_tools'])

function ofCommand(command: string, input: JsonObject, source: Json): PersonSteps | null {
  // The console asks for its list with the page; a person's own filter says so.
  if (TOLD_ELSEWHERE.has(command) || (command === 'filter_tickets' && source === 'list') || (command === 'edit_draft' && source === 'approval')) return null
  const { ticketId, priority, status, tags } = input
  if (source === 'ticket' || source === 'list') {
    if (command === 'select_ticket' && typeof ticketId === 'string') return one({ human: 'open', ticket: ticketId })
    if (command === 'set_ticket_priority' && typeof priority === 'string') return one(set('priority', [shown(priority)]))
    if (command === 'set_ticket_status' && typeof status === 'string') return one(set('status', [shown(status)]))
    if (command === 'add_ticket_tags' && isList(tags)) return one(set('tags', tags.map(asText)))
  }
  return { leftOut: `${command}, which you did by hand` }
}

const set = (field: string, to: readonly string[]): Json => ({ human: 'set', field, to })

/** A value as the console writes it. */
const shown = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')
