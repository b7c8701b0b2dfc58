import { Type, type Static, type TSchema } from 'typebox'
import type { JsonSchema, Meaning } from '../bus/schema.ts'
import type { Rec, State } from '../bus/state.ts'

export const STATUSES = ['new', 'open', 'pending', 'on_hold', 'solved', 'closed'] as const
/** From least to most pressing; the order is the order of the sort `priority`. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const

export type Status = (typeof STATUSES)[number]
export type Priority = (typeof PRIORITIES)[number]

/** Ids of imported records are kept when they look like this. */
export const ID_PATTERN = '^[A-Za-z0-9:_.#-]{1,64}$'
/** What `toISOString` gives: such times compare as text. */
const TIME_PATTERN = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$'

/** The one spelling of a tag: no white space, comma, semicolon, capital or invisible character. `tagFrom` makes it. */
export const TAG_PATTERN = '^[^\\s,;\\p{Lu}\\p{C}]+$'
export const TAG_LENGTH = 32
export const TAGS_PER_TICKET = 20

/** The same object, under the type the bus knows schemas by: what TypeBox builds is plain JSON Schema. */
export const plainSchema = (schema: TSchema): JsonSchema => schema

const enumOf = <T extends string>(values: readonly T[], description: string, meaning?: Meaning) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description, ...(meaning ? { 'x-us': meaning } : {}) })

const means = (meaning: Meaning): { readonly 'x-us': Meaning } => ({ 'x-us': meaning })
const strict = { additionalProperties: false } as const

export const statusSchema = (meaning: Meaning = {}) => enumOf(STATUSES, 'Where the work on the ticket stands.', meaning)
export const prioritySchema = (meaning: Meaning = {}) => enumOf(PRIORITIES, 'How pressing the ticket is.', meaning)

/** The id of a ticket that is acted on or looked at. */
export const ticketIdSchema = () =>
  Type.String({
    pattern: ID_PATTERN,
    description: 'Id of a ticket, such as T-1001.',
    ...means({ entity: 'ticket', kind: 'record', label: 'ticket' }),
  })

export const assigneeIdSchema = (meaning: Meaning = {}) =>
  Type.String({
    pattern: ID_PATTERN,
    description: 'Id of an assignee, from list_assignees.',
    ...means({ entity: 'assignee', kind: 'reference', label: 'assignee', none: 'nobody', ...meaning }),
  })

/** An assignee, or null for none. */
export const ownerSchema = (meaning: Meaning = {}) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    pattern: ID_PATTERN,
    description: 'Id of an assignee, from list_assignees; null for nobody.',
    ...means({ entity: 'assignee', kind: 'reference', label: 'assignee', none: 'nobody', ...meaning }),
  })

export const templateIdSchema = (meaning: Meaning = {}) =>
  Type.String({
    pattern: ID_PATTERN,
    description: 'Id of a reply template, from list_templates.',
    ...means({ entity: 'template', kind: 'reference', label: 'template', ...meaning }),
  })

export const tagSchema = (meaning: Meaning = {}) =>
  Type.String({
    minLength: 1,
    maxLength: TAG_LENGTH,
    pattern: TAG_PATTERN,
    description: 'A tag: lower case, no spaces.',
    ...means({ ugc: true, ...meaning }),
  })

/** Tags given to a command. An empty list only makes sense where it replaces the others. */
export const tagsSchema = (minItems: 0 | 1, meaning: Meaning = {}) =>
  Type.Array(tagSchema(), {
    minItems,
    maxItems: TAGS_PER_TICKET,
    uniqueItems: true,
    description: 'Tags: lower case, no spaces.',
    ...means({ ugc: true, label: 'tags', ...meaning }),
  })

const timeSchema = (description: string, meaning: Meaning) =>
  Type.String({ pattern: TIME_PATTERN, description, ...means({ ordered: true, ...meaning }) })

const userText = (maxLength: number, description: string, label?: string) =>
  Type.String({ maxLength, description, ...means({ ugc: true, free: true, ...(label ? { label } : {}) }) })

export const replySchema = () => userText(100_000, 'The reply draft.', 'reply draft')

export const Requester = Type.Object(
  {
    name: userText(200, 'Name of who asks; may be empty.', 'requester'),
    email: userText(320, 'Address of who asks; may be empty.', 'requester address'),
  },
  { ...strict, description: 'Who asks.' },
)

/** Where an imported ticket came from, and what its system called things. */
export const Source = Type.Object(
  {
    system: Type.String({
      pattern: '^[a-z][a-z0-9-]{0,31}$',
      description: 'Name of the other system.',
      ...means({ label: 'source system' }),
    }),
    id: userText(128, 'Id of the ticket there.', 'source id'),
    url: Type.Optional(userText(2_000, 'Address of the ticket there.', 'source address')),
    status: Type.Optional(userText(64, 'Status as it was called there.', 'source status')),
    priority: Type.Optional(userText(64, 'Priority as it was called there.', 'source priority')),
  },
  { ...strict, description: 'Where the ticket was imported from.' },
)

const head = {
  ticketId: ticketIdSchema(),
  subject: userText(500, 'What the ticket is about.'),
}

const facts = {
  requester: Requester,
  status: statusSchema(),
  priority: prioritySchema(),
  assigneeId: ownerSchema(),
  tags: Type.Array(tagSchema(), { maxItems: TAGS_PER_TICKET, uniqueItems: true, ...means({ ugc: true }) }),
}

const tail = {
  createdAt: timeSchema('When the ticket came in.', { label: 'creation time' }),
  updatedAt: timeSchema('When the ticket last changed.', { volatile: true, label: 'time of the last change' }),
  snoozedUntil: Type.Optional(timeSchema('Asleep until then.', { label: 'wake time' })),
  version: Type.Integer({ minimum: 1, description: 'Counts the changes.', ...means({ volatile: true }) }),
  source: Type.Optional(Source),
}

export const Ticket = Type.Object(
  { ...head, body: userText(100_000, 'What the requester wrote.'), ...facts, reply: replySchema(), ...tail },
  strict,
)

/** A ticket as lists show it: everything but `body` and `reply`. */
export const TicketRow = Type.Object({ ...head, ...facts, ...tail }, strict)

export const Assignee = Type.Object(
  {
    assigneeId: assigneeIdSchema(),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ maxLength: 320 }),
  },
  strict,
)

export const Template = Type.Object(
  {
    templateId: templateIdSchema(),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    body: Type.String({ minLength: 1, maxLength: 20_000, description: 'Text with fields such as {{requester.name}}.' }),
  },
  strict,
)

/** Stored tickets are frozen; nothing here may write to one. */
type Deep<T> = T extends readonly (infer U)[] ? readonly Deep<U>[] : T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T

export type Ticket = Deep<Static<typeof Ticket>>
export type TicketRow = Deep<Static<typeof TicketRow>>
export type Assignee = Deep<Static<typeof Assignee>>
export type Template = Deep<Static<typeof Template>>

const get = <T>(state: State, entity: string, id: string): T | undefined => state.get(entity, id) as (Rec & T) | undefined
const list = <T>(state: State, entity: string): readonly T[] => state.list(entity) as readonly (Rec & T)[]

export const ticketOf = (state: State, ticketId: string): Ticket | undefined => get(state, 'ticket', ticketId)
export const assigneeOf = (state: State, assigneeId: string): Assignee | undefined => get(state, 'assignee', assigneeId)
export const templateOf = (state: State, templateId: string): Template | undefined => get(state, 'template', templateId)
export const ticketsOf = (state: State): readonly Ticket[] => list(state, 'ticket')
export const assigneesOf = (state: State): readonly Assignee[] => list(state, 'assignee')
export const templatesOf = (state: State): readonly Template[] => list(state, 'template')
