import type { Facts } from './lookAround.ts'
import { PROBE_TOOL } from './tryTool.ts'

/** One thing that was looked at. */
export interface FactLine {
  readonly id: string
  readonly label: string
  readonly text: string
  /** `open` where it says neither yes nor no. */
  readonly good: boolean | 'open'
}

const FRAMES: Readonly<Record<Facts['framed'], string>> = {
  no: 'By itself',
  same: 'In a frame of this site',
  other: 'In a frame of another site',
}
const HOSTS: Readonly<Record<Facts['host'], string>> = {
  own: 'The browser’s own',
  'stand-in': 'A script’s stand-in',
  unusable: 'There, without registerTool',
  absent: 'Absent',
  unreadable: 'The browser does not let the page look',
}

/** The facts in the order they depend on each other. */
export function factLines({ secure, framed, host, members, policy, attempt }: Facts): readonly FactLine[] {
  return [
    { id: 'secure', label: 'Secure context', text: secure ? 'Yes' : 'No', good: secure },
    { id: 'framed', label: 'Framing', text: FRAMES[framed], good: framed !== 'other' },
    { id: 'host', label: 'document.modelContext', text: HOSTS[host], good: host === 'own' || (host === 'stand-in' && 'open') },
    { id: 'members', label: 'Its members', text: members.join(', ') || 'None', good: members.length > 0 || 'open' },
    {
      id: 'policy',
      label: 'Permissions policy',
      text: policy === null ? 'Not known to this browser' : policy ? 'Allows tools' : 'Forbids tools',
      good: policy ?? 'open',
    },
    { id: 'attempt', label: `Registering ${PROBE_TOOL}`, ...attemptLine(attempt) },
  ]
}

function attemptLine(attempt: Facts['attempt']): Pick<FactLine, 'text' | 'good'> {
  if (attempt === null) return { text: 'Not tried', good: 'open' }
  if (!attempt.ok) return { text: `Refused: ${attempt.name}${attempt.message ? `, ${attempt.message}` : ''}`, good: false }
  if (attempt.listed === null) return { text: 'Taken; there is no list to look at', good: true }
  if (!attempt.listed) return { text: 'Taken, but not listed', good: false }
  return attempt.removed ? { text: 'Taken, listed, and removed again', good: true } : { text: 'Taken and listed, but not removed', good: false }
}
