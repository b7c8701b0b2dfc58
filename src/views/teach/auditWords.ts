import { isObject } from '../../bus/json.ts'
import type { Json } from '../../bus/json.ts'
import type { AuditLine } from '../../webmcp/auditLines.ts'

const WORDS: Readonly<Record<string, string>> = {
  recorded: 'Task recorded',
  drafted: 'Draft changed',
  requested: 'Approval requested',
  approved: 'Approved in the page',
  rejected: 'Rejected',
  withdrawn: 'Request withdrawn',
  'answer-refused': 'Answer refused',
  registered: 'Registered',
  enabled: 'Enabled',
  disabled: 'Disabled',
  revoked: 'Revoked',
  replaced: 'Replaced',
  'run-started': 'Run started',
  'run-finished': 'Run finished',
  imported: 'Imported',
  exported: 'Exported',
  'storage-error': 'Storage error',
}

const REVERTED: Readonly<Record<string, string>> = { undone: 'undone', redone: 'done again' }

type Event = Pick<AuditLine, 'type' | 'detail'>

/** What an event is called; one nobody named yet by its type. */
export function eventWords(event: Event): string {
  const { type, detail } = event
  const how = REVERTED[type]
  if (how !== undefined) return `${whatWasReverted(event)} ${how}`
  return type === 'run-finished' && detail?.ok === false ? 'Run failed' : (WORDS[type] ?? type.replaceAll('-', ' '))
}

/** Runs are taken back and brought back by their id; of everything else the event says what it was. */
function whatWasReverted({ detail }: Event): string {
  if (detail?.what === undefined) return 'Run'
  return detail.what === 'imported' ? 'Import' : 'Change'
}

/** Parts of the audit to look at. */
export const KINDS = [
  { value: 'all', label: 'Everything' },
  { value: 'runs', label: 'Runs' },
  { value: 'approvals', label: 'Approvals' },
  { value: 'tools', label: 'Tools' },
  { value: 'teaching', label: 'Teaching' },
  { value: 'problems', label: 'Problems' },
] as const

export type Kind = (typeof KINDS)[number]['value']

const OF: Readonly<Record<Exclude<Kind, 'all' | 'problems'>, ReadonlySet<string>>> = {
  runs: new Set(['run-started', 'run-finished']),
  approvals: new Set(['requested', 'approved', 'rejected', 'withdrawn', 'answer-refused']),
  tools: new Set(['registered', 'enabled', 'disabled', 'revoked', 'replaced', 'imported', 'exported']),
  teaching: new Set(['recorded', 'drafted']),
}
const PROBLEMS: ReadonlySet<string> = new Set(['storage-error', 'answer-refused'])

export const isProblem = ({ type, detail }: Event): boolean =>
  PROBLEMS.has(type) || (type === 'run-finished' && detail?.ok === false)

export const isOfKind = (line: AuditLine, kind: Kind): boolean =>
  kind === 'all' || (kind === 'problems' ? isProblem(line) : OF[kind].has(sortOf(line)))

/** What was taken back or brought back stands with what it was. */
function sortOf({ type, detail }: Event): string {
  if (REVERTED[type] === undefined) return type
  return typeof detail?.what === 'string' ? detail.what : 'run-finished'
}

/** The particulars of an event, one after the other: `step 2`, `code STALE`. */
export function detailWords({ detail = {} }: Pick<AuditLine, 'detail'>): string {
  return Object.entries(detail)
    .filter(([key, value]) => key !== 'run' && !(key === 'ok' && value === true) && value !== null && value !== '' && value !== 0)
    .map(([key, value]) => `${key.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()} ${told(value)}`)
    .join(' · ')
}

function told(value: Json | undefined): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map(told).join(', ')
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => (Array.isArray(item) && item.length === 0 ? [] : [`${key} ${told(item)}`])).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
