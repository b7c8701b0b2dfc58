import { describe, expect, it } from 'vitest'
import type { Command } from '../../../src/bus/command.ts'
import { CatalogueIndex } from '../../../src/bus/command.ts'
import { leafAt, leavesOf, type JsonSchema, type Leaf } from '../../../src/bus/schema.ts'
import { triageCommands, triageEntities } from '../../../src/triage/catalogue/index.ts'
import { consoleCommands } from '../../../src/triage/console/index.ts'
import { ticketCatalogue } from './ticketDesk.ts'

const index = new CatalogueIndex(ticketCatalogue)
const all = ticketCatalogue.commands
const addressed = (name: string, schema: JsonSchema) => leavesOf(schema).map((leaf) => ({ address: `${name}.${leaf.path}`, leaf }))
const inputs = triageCommands.flatMap(({ id, input }) => addressed(id, input))
const fields = triageEntities.flatMap(({ name, schema }) => addressed(name, schema))
const writes = triageCommands.filter((command) => command.effect === 'write')

/** All nodes of a schema, itself first. */
function* nodesOf(schema: JsonSchema): Generator<JsonSchema> {
  yield schema
  for (const child of Object.values(schema.properties ?? {})) yield* nodesOf(child)
  if (schema.items) yield* nodesOf(schema.items)
}

/** The leaf reached by walking into lists as well. */
const deepLeaves = (schema: JsonSchema): readonly Leaf[] =>
  leavesOf(schema).flatMap((leaf) => (leaf.schema.items?.properties ? deepLeaves(leaf.schema.items) : [leaf]))

describe('the catalogue', () => {
  it('has the twelve commands of the contract, in this spelling and with these effects', () => {
    const leaves = (input: JsonSchema): string => leavesOf(input).map((leaf) => leaf.path).join()
    expect(triageCommands.map(({ id, effect, input }) => `${effect} ${id}(${leaves(input)})`)).toEqual([
      'read filter_tickets(status,priority,assignee,tag,notTags,requester,text,sort,limit)',
      'read get_ticket(ticketId)',
      'read list_templates()',
      'read list_assignees()',
      'view select_ticket(ticketId)',
      'write set_ticket_priority(ticketId,priority)',
      'write set_ticket_status(ticketId,status)',
      'write set_ticket_assignee(ticketId,assigneeId)',
      'write set_ticket_tags(ticketId,tags)',
      'write add_ticket_tags(ticketId,tags)',
      'write remove_ticket_tags(ticketId,tags)',
      'write apply_template(ticketId,templateId)',
    ])
  })

  it('can record these and not the commands of the console', () => {
    expect(triageCommands.every((command) => command.recordable && !command.sensitive)).toBe(true)
    expect(consoleCommands.some((command) => command.recordable)).toBe(false)
  })

  it('gives each field command its key, and no key twice', () => {
    const keys = all.flatMap((command: Command) => command.keys ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(expect.arrayContaining(['p', 's', 'a', 'y', 'm', '/']))
    for (const taken of ['t', 'l', 'j', 'k', 'x', 'o', 'i', 'g', '?']) expect(keys).not.toContain(taken)
  })

  it('describes every command, and asks for an argument it has', () => {
    for (const { title, description, argument, input } of all) {
      expect(title).toMatch(/^[A-Z][a-z ]+$/u)
      expect(description).toMatch(/\.$/u)
      expect(description.length).toBeLessThanOrEqual(150)
      if (argument !== undefined) expect(leafAt(input, argument)).toBeDefined()
    }
  })

  it('closes every object of every schema', () => {
    const schemas = [...triageCommands.flatMap(({ input, output }) => [input, output]), ...triageEntities.map(({ schema }) => schema)]
    for (const schema of schemas) for (const node of nodesOf(schema)) if (node.properties) expect(node.additionalProperties).toBe(false)
  })

  it('uses in inputs only what a tool schema may have, and no choice by anyOf', () => {
    const shapes = ['type', 'properties', 'required', 'additionalProperties', 'items', 'enum']
    const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems']
    const allowed = new Set([...shapes, ...limits, 'default', 'description', 'x-us'])
    const keywords = triageCommands.flatMap(({ input }) => [...nodesOf(input)].flatMap((node) => Object.keys(node)))
    expect(keywords.filter((keyword) => !allowed.has(keyword))).toEqual([])
  })
})

describe('the meanings', () => {
  it.each([...inputs, ...fields])('$address says what kind of id it is, if it is one', ({ address, leaf }) => {
    const { entity, kind } = leaf.meaning
    if (/(?:Id|\.assignee)$/u.test(address)) expect(entity).toBeDefined()
    expect(kind === undefined).toBe(entity === undefined)
    if (entity !== undefined) expect(kind).toBe(entity === 'ticket' ? 'record' : 'reference')
    if (entity !== undefined) expect(index.entity(entity)).toBeDefined()
  })

  it('marks all that users write, wherever it stands', () => {
    const marked = fields.filter(({ leaf }) => leaf.meaning.ugc).map(({ address }) => address)
    expect(marked).toEqual([
      'ticket.subject',
      'ticket.body',
      'ticket.requester.name',
      'ticket.requester.email',
      'ticket.tags',
      'ticket.reply',
      'ticket.source.id',
      'ticket.source.url',
      'ticket.source.status',
      'ticket.source.priority',
    ])
    const given = inputs.filter(({ leaf }) => leaf.meaning.ugc).map(({ address }) => address)
    expect(given).toEqual([
      'filter_tickets.tag',
      'filter_tickets.notTags',
      'filter_tickets.requester',
      'filter_tickets.text',
      'set_ticket_tags.tags',
      'add_ticket_tags.tags',
      'remove_ticket_tags.tags',
    ])
  })

  it('marks what users write in outputs as the entity marks it', () => {
    const ticket = index.entity('ticket').schema
    for (const { id, output } of triageCommands)
      for (const leaf of deepLeaves(output)) {
        const field = leafAt(ticket, leaf.path)
        if (field) expect(leaf.meaning.ugc ?? false, `${id}.${leaf.path}`).toBe(field.meaning.ugc ?? false)
      }
    for (const id of ['set_ticket_tags', 'add_ticket_tags', 'remove_ticket_tags', 'apply_template'])
      for (const end of ['from', 'to']) expect(leafAt(index.command(id)?.output ?? {}, end)?.meaning.ugc).toBe(true)
  })

  it.each(inputs)('$address is free only where it is no vocabulary', ({ leaf }) => {
    const open = ['text', 'requester', 'limit'].includes(leaf.path)
    expect(leaf.meaning.free ?? false).toBe(open)
    if (open) expect(leaf.schema.enum).toBeUndefined()
  })

  it.each(writes)('$id says which field each value edits, or which one is worked out from it', ({ input, output }) => {
    const values = leavesOf(input).filter((leaf) => leaf.meaning.kind !== 'record')
    expect(values).toHaveLength(1)
    for (const { meaning } of values) {
      const field = meaning.edits?.field ?? meaning.fills
      expect(leafAt(index.entity('ticket').schema, field ?? '')).toBeDefined()
      expect(leafAt(output, 'field')?.schema.enum).toEqual([field])
      // Read-back compares an edit with its value, which a worked-out field cannot stand.
      expect(meaning.edits !== undefined && meaning.fills !== undefined).toBe(false)
    }
  })

  it('tests only fields that tickets have, and sorts by ordered ones or the priority', () => {
    const ticket = index.entity('ticket').schema
    for (const { leaf } of inputs) if (leaf.meaning.tests) expect(leafAt(ticket, leaf.meaning.tests.field)).toBeDefined()
    const sort = leafAt(index.command('filter_tickets')?.input ?? {}, 'sort')
    expect(Object.keys(sort?.meaning.sort ?? {})).toEqual(sort?.schema.enum)
    for (const { field } of Object.values(sort?.meaning.sort ?? {}))
      expect(field === 'priority' || leafAt(ticket, field)?.meaning.ordered).toBe(true)
  })

  it('asks first about what matters most', () => {
    expect(inputs.filter(({ leaf }) => leaf.meaning.consequential).map(({ address }) => address)).toEqual([
      'set_ticket_status.status',
      'set_ticket_assignee.assigneeId',
      'apply_template.templateId',
    ])
  })

  it('names the lists among the outputs', () => {
    const lists = triageCommands.flatMap(({ id, output }) => addressed(id, output)).filter(({ leaf }) => leaf.meaning.list)
    expect(lists.map(({ address, leaf }) => `${address}: ${leaf.meaning.list ?? ''}`)).toEqual([
      'filter_tickets.rows: ticket',
      'list_templates.rows: template',
      'list_assignees.rows: assignee',
    ])
  })
})

describe('the entities', () => {
  it('name fields they have', () => {
    for (const { schema, idField, titleField, versionField, touchedField, tieField, rowFields } of triageEntities) {
      const known = Object.keys(schema.properties ?? {})
      const optional = [versionField, touchedField, tieField].filter((field) => field !== undefined)
      const named = [idField, titleField, ...optional, ...rowFields]
      expect(known).toEqual(expect.arrayContaining(named))
    }
  })

  it('show of a ticket all but its texts', () => {
    const { schema, rowFields } = index.entity('ticket')
    expect(Object.keys(schema.properties ?? {}).filter((field) => !rowFields.includes(field))).toEqual(['body', 'reply'])
  })

  it('mark what moves by itself', () => {
    expect(fields.filter(({ leaf }) => leaf.meaning.volatile).map(({ address }) => address)).toEqual(['ticket.updatedAt', 'ticket.version'])
  })
})
