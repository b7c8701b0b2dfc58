import { describe, expect, it } from 'vitest'
import type { Words } from '../../../src/bus/words.ts'
import { plain } from '../../../src/bus/words.ts'
import { triageCommands } from '../../../src/triage/catalogue/index.ts'

const say = (id: string, slots: Readonly<Record<string, string>>): string => {
  const command = triageCommands.find((one) => one.id === id)
  if (!command) throw new Error(`There is no ${id}.`)
  return plain(command.say((leaf): Words => (slots[leaf] === undefined ? [] : [{ kind: 'value', text: slots[leaf] }])))
}

describe('steps in words', () => {
  it.each([
    ['get_ticket', { ticketId: 'T-1' }, 'Read T-1'],
    ['list_templates', {}, 'List the templates'],
    ['list_assignees', {}, 'List the assignees'],
    ['select_ticket', { ticketId: 'T-1' }, 'Open T-1'],
    ['select_ticket', { ticketId: 'the oldest in the list' }, 'Open the oldest in the list'],
    ['set_ticket_priority', { priority: 'urgent' }, 'Set priority to urgent'],
    ['set_ticket_priority', { ticketId: 'T-1', priority: 'urgent' }, 'Set priority of T-1 to urgent'],
    ['set_ticket_status', { ticketId: 'T-1', status: 'on hold' }, 'Set status of T-1 to on hold'],
    ['set_ticket_assignee', { assigneeId: 'nobody' }, 'Assign to nobody'],
    ['set_ticket_assignee', { ticketId: 'T-1', assigneeId: 'Mika Oduya' }, 'Assign T-1 to Mika Oduya'],
    ['set_ticket_tags', { tags: 'vip, billing' }, 'Set tags to vip, billing'],
    ['add_ticket_tags', { tags: 'vip' }, 'Add tag vip'],
    ['add_ticket_tags', { ticketId: 'T-1', tags: 'vip' }, 'Add tag vip to T-1'],
    ['remove_ticket_tags', { ticketId: 'T-1', tags: 'vip' }, 'Remove tag vip from T-1'],
    ['apply_template', { templateId: 'Refund' }, 'Fill the reply from template Refund'],
    ['apply_template', { ticketId: 'T-1', templateId: 'Refund' }, 'Fill the reply of T-1 from template Refund'],
  ])('%s %j', (id, slots, text) => {
    expect(say(id, slots)).toBe(text)
  })
})
