import { Type, type Static } from 'typebox'
import { deepFreeze } from '../bus/json.ts'
import type { Meaning } from '../bus/schema.ts'
import { joinWords, plain, type Words } from '../bus/words.ts'
import { assigneeIdSchema, prioritySchema, statusSchema, tagSchema, tagsSchema, TicketRow } from './model.ts'

/** How a list may be ordered, and what that means. Ties go by older `createdAt`, then by id. */
export const SORTS = {
  newest: { field: 'createdAt', first: 'max' },
  oldest: { field: 'createdAt', first: 'min' },
  updated: { field: 'updatedAt', first: 'max' },
  priority: { field: 'priority', first: 'max' },
} as const

export type Sort = keyof typeof SORTS

const anyOf = (meaning: Meaning) => ({ minItems: 1, uniqueItems: true, 'x-us': meaning })

/** What `filter_tickets` can ask for. */
export const Query = Type.Object(
  {
    status: Type.Optional(
      Type.Array(statusSchema(), { description: 'Any of these statuses.', ...anyOf({ tests: { field: 'status', op: 'in' } }) }),
    ),
    priority: Type.Optional(
      Type.Array(prioritySchema(), { description: 'Any of these priorities.', ...anyOf({ tests: { field: 'priority', op: 'in' } }) }),
    ),
    assignee: Type.Optional({
      ...assigneeIdSchema({ tests: { field: 'assigneeId', op: 'equals' }, nobody: 'none' }),
      description: 'Id of an assignee, from list_assignees, or none for unassigned tickets.',
    }),
    tag: Type.Optional(tagSchema({ tests: { field: 'tags', op: 'contains' } })),
    notTags: Type.Optional(tagsSchema(1, { tests: { field: 'tags', op: 'lacks' }, label: 'tags it must not have' })),
    requester: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Every word must occur in the name or address of the requester.',
        'x-us': { ugc: true, free: true, tests: { field: 'requester.name', op: 'search' } } satisfies Meaning,
      }),
    ),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Every word must occur in the subject, the body, the requester or the id.',
        'x-us': { ugc: true, free: true, tests: { field: 'subject', op: 'search' } } satisfies Meaning,
      }),
    ),
    sort: Type.Optional(
      Type.Unsafe<Sort>({
        type: 'string',
        enum: Object.keys(SORTS),
        description: 'What comes first; left out, the newest.',
        'x-us': { sort: SORTS } satisfies Meaning,
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'At most this many rows.', 'x-us': { free: true } satisfies Meaning }),
    ),
  },
  { additionalProperties: false },
)

export type Query = Static<typeof Query>

/** What `filter_tickets` answers; `total` counts the matching ones, shown or not. */
export const TicketList = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: 'How many tickets match.', 'x-us': { counts: true } satisfies Meaning }),
    rows: Type.Array(TicketRow, { description: 'The tickets, in order.', 'x-us': { list: 'ticket' } satisfies Meaning }),
  },
  { additionalProperties: false },
)

/** What the desk shows at first: all that is not done, newest first. */
export const IDLE_QUERY: Query = deepFreeze<Query>({ status: ['new', 'open', 'pending', 'on_hold'], sort: 'newest' })

/** The query in words, without what is left out. */
export function sayQuery(slot: (leaf: string) => Words): Words {
  const part = (leaf: string, before = ''): Words => {
    const words = slot(leaf)
    return words.length > 0 && before !== '' ? [before, ...words] : words
  }
  const parts = [
    part('status'),
    part('priority'),
    part('assignee', 'assigned to '),
    part('tag', 'tagged '),
    part('notTags', 'not tagged '),
    part('requester', 'from '),
    part('text', 'with the text '),
    saySort(slot('sort')),
    part('limit', 'at most '),
  ].filter((words) => words.length > 0)
  const narrowed = ['status', 'priority', 'assignee', 'tag', 'notTags', 'requester', 'text'].some((leaf) => slot(leaf).length > 0)
  return [narrowed ? 'Filter to ' : 'List all tickets', ...(narrowed || parts.length === 0 ? [] : [', ']), ...joinWords(parts)]
}

function saySort(words: Words): Words {
  if (words.length === 0) return words
  switch (plain(words)) {
    case 'newest':
    case 'oldest':
      return [...words, ' first']
    case 'updated':
      return ['last ', ...words, ' first']
    case 'priority':
      return ['highest ', ...words, ' first']
    default:
      return ['in the order ', ...words]
  }
}
