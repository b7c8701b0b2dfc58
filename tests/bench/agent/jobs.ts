import type { Json } from '../../../src/bus/json.ts'

export type Field = 'priority' | 'status' | 'assignee' | 'tags' | 'template'

/** A piece of triage as somebody would ask for it. */
export interface Job {
  readonly name: string
  readonly description: string
  /** Narrows the list to a tag, oldest first, and takes the first; without it the ticket is named. */
  readonly oldestOf?: string
  /** Fields and what is chosen for them, by its label. */
  readonly sets: readonly (readonly [field: Field, label: string])[]
  /** The ticket it is shown on, and another it is then to be done on. */
  readonly shown: string
  readonly target: string
  /** What is then stored of the target: a value, or for a list what it must hold. Null is anything but nothing. */
  readonly becomes: Readonly<Record<string, Json>>
}

/** Ten jobs of an ordinary morning: one to four fields, and one ticket that has to be found first. */
export const JOBS: readonly Job[] = [
  { name: 'raise', description: 'Raises a ticket.', sets: [['priority', 'High']], shown: 'T-1035', target: 'T-1034', becomes: { priority: 'high' } },
  {
    name: 'park_parcel',
    description: 'Parks a parcel that is stuck at customs.',
    sets: [['priority', 'High'], ['status', 'Pending'], ['tags', 'customs']],
    shown: 'T-1040',
    target: 'T-1033',
    becomes: { priority: 'high', status: 'pending', tags: ['customs'] },
  },
  {
    name: 'escalate',
    description: 'Escalates a ticket.',
    sets: [['priority', 'Urgent'], ['tags', 'escalated']],
    shown: 'T-1037',
    target: 'T-1030',
    becomes: { priority: 'urgent', tags: ['escalated'] },
  },
  {
    name: 'hand_to_jonas',
    description: 'Hands a new ticket to Jonas.',
    sets: [['assignee', 'Jonas'], ['status', 'Open']],
    shown: 'T-1038',
    target: 'T-1032',
    becomes: { assigneeId: 'jonas', status: 'open' },
  },
  {
    name: 'hold',
    description: 'Holds a ticket until somebody answers.',
    sets: [['status', 'On hold'], ['tags', 'waiting']],
    shown: 'T-1027',
    target: 'T-1028',
    becomes: { status: 'on_hold', tags: ['waiting'] },
  },
  {
    name: 'close_duplicate',
    description: 'Answers a duplicate and solves it.',
    sets: [['template', 'Duplicate'], ['status', 'Solved']],
    shown: 'T-1025',
    target: 'T-1029',
    becomes: { reply: null, status: 'solved' },
  },
  {
    name: 'close_spam',
    description: 'Marks a ticket as spam and closes it.',
    sets: [['tags', 'spam?'], ['status', 'Closed']],
    shown: 'T-1011',
    target: 'T-1017',
    becomes: { tags: ['spam?'], status: 'closed' },
  },
  {
    name: 'welcome_vip',
    description: 'Gives a ticket of an important customer to Lena.',
    sets: [['tags', 'vip'], ['priority', 'High'], ['assignee', 'Lena'], ['status', 'Pending']],
    shown: 'T-1020',
    target: 'T-1022',
    becomes: { tags: ['vip'], priority: 'high', assigneeId: 'lena', status: 'pending' },
  },
  {
    name: 'ask_details',
    description: 'Asks for details and waits for them.',
    sets: [['template', 'Ask for details'], ['status', 'Pending']],
    shown: 'T-1016',
    target: 'T-1012',
    becomes: { reply: null, status: 'pending' },
  },
  {
    name: 'next_bill',
    description: 'Takes up the billing ticket that waits longest.',
    oldestOf: 'billing',
    sets: [['priority', 'Urgent'], ['status', 'Open']],
    shown: 'T-1008',
    target: 'T-1014',
    becomes: { priority: 'urgent', status: 'open' },
  },
]
