import type { Static, TSchema } from 'typebox'
import { defineCommand, refuse, type Command, type Plan, type PlanContext, type Refusal } from '../bus/command.ts'
import type { Json } from '../bus/json.ts'
import type { State, View } from '../bus/state.ts'
import { assigneesOf, plainSchema, templatesOf } from './model.ts'

interface TicketCommand<I extends TSchema> extends Omit<Command, 'input' | 'output' | 'plan' | 'recordable'> {
  readonly input: I
  readonly output: TSchema
  readonly recordable?: boolean
  plan(state: State, view: View, input: Static<I>, context: PlanContext): Plan | Refusal
}

/** A command whose plan has the type its input schema says; recordable unless said otherwise. */
export function ticketCommand<I extends TSchema>({ plan, ...definition }: TicketCommand<I>): Command {
  return defineCommand({
    recordable: true,
    ...definition,
    input: plainSchema(definition.input),
    output: plainSchema(definition.output),
    // The bus hands over checked input only.
    plan: (state, view, input, context) => plan(state, view, input as Static<I>, context),
  })
}

/** A domain value under the type of all data. Domain values are JSON by their schemas. */
export const asJson = (value: object): Json => value as Json

export const noTicket = (): Refusal =>
  refuse('NOT_FOUND', 'There is no ticket with this id; take one from filter_tickets.', { path: 'ticketId' })

export const noAssignee = (state: State, path: string): Refusal =>
  refuse('NOT_FOUND', 'There is no assignee with this id; take one from list_assignees.', {
    path,
    ...fewOf(assigneesOf(state).map((assignee) => assignee.assigneeId)),
  })

export const noTemplate = (state: State): Refusal =>
  refuse('NOT_FOUND', 'There is no template with this id; take one from list_templates.', {
    path: 'templateId',
    ...fewOf(templatesOf(state).map((template) => template.templateId)),
  })

/** Half a vocabulary reads as if it were the whole, so a long one is not given at all. */
const fewOf = (ids: readonly string[]): { readonly known?: readonly string[] } => (ids.length <= 25 ? { known: ids } : {})
