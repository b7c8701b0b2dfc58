import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../../../src/bus/command.ts'
import type { Expr, Node, Procedure } from '../../../../src/teach/procedure/types.ts'
import { vetProcedure } from '../../../../src/teach/procedure/vet.ts'
import { triageCommands } from '../../../../src/triage/catalogue/index.ts'
import { aParam, arg, call, each, from, param, procedure, row, rowsOf, triage, value } from './fixture.ts'

const index = new CatalogueIndex(triage)
const wrong = (program: Procedure, within = index) => vetProcedure(program, within)?.message ?? null
const list = call('list', 'filter_tickets')
const nested = (depth: number): Node =>
  depth === 0 ? call('end', 'list_templates') : each(rowsOf('list'), [nested(depth - 1)], { as: `e${depth}` })
const deep = (depth: number): Expr => (depth === 0 ? value('x') : { op: 'concat', parts: [deep(depth - 1)] })

describe('a program that may run', () => {
  it('passes', () => {
    expect(
      wrong(
        procedure(
          [list, each(rowsOf('list'), [call('p', 'set_ticket_status', { ticketId: row(), status: param('s') })])],
          [aParam('s', 'set_ticket_status.status')],
        ),
      ),
    ).toBeNull()
    expect(wrong(procedure([list, nested(4)]))).toBeNull()
  })
})

describe('a program that may not', () => {
  it.each<[string, readonly Node[], RegExp]>([
    ['has no step', [], /no step/],
    ['has too many', Array.from({ length: 61 }, (_, place) => call(`s${place}`, 'list_templates')), /61 steps/],
    ['has a name twice', [list, list], /same name/],
    ['uses an unknown command', [call('x', 'no_such')], /does not exist/],
    ['gives an unknown argument', [call('x', 'list_templates', { ['__proto__']: value(1) })], /no such argument/],
    [
      'looks at a later step',
      [call('x', 'get_ticket', { ticketId: arg('y') }), call('y', 'get_ticket', { ticketId: value('T-1') })],
      /come before/,
    ],
    [
      'looks into a loop from outside',
      [list, each(rowsOf('list'), [call('in', 'get_ticket', { ticketId: row() })]), call('out', 'get_ticket', { ticketId: arg('in') })],
      /come before/,
    ],
    [
      'takes from what is no list',
      [call('t', 'get_ticket', { ticketId: value('T-1') }), call('x', 'get_ticket', { ticketId: from('t', { by: 'first' }) })],
      /no list/,
    ],
    ['uses a row outside of a loop', [call('x', 'get_ticket', { ticketId: row() })], /outside/],
    ['uses a parameter it does not have', [call('x', 'get_ticket', { ticketId: param('no') })], /parameter/],
    ['loops over an unknown kind', [list, each(rowsOf('list'), [call('x', 'list_templates')], { entity: 'house' })], /kind of record/],
    [
      'reads an unknown kind',
      [call('x', 'get_ticket', { ticketId: { op: 'field', entity: 'house', of: value('a'), field: 'b' } })],
      /kind of record/,
    ],
    ['lies too deep', [list, nested(5)], /deep/],
    ['computes too deep', [call('x', 'filter_tickets', { text: deep(9) })], /too many steps/],
    ...[0, -1, 1.5, 1001, Infinity, NaN].map((max): [string, readonly Node[], RegExp] => [
      `loops up to ${max}`,
      [list, each(rowsOf('list'), [call('x', 'list_templates')], { max })],
      /bound/,
    ]),
  ])('because it %s', (_why, body, message) => {
    expect(wrong(procedure(body))).toMatch(message)
  })

  it('because a parameter occurs twice or the version is another', () => {
    const twice = aParam('a', 'set_ticket_status.status')
    expect(wrong(procedure([list], [twice, { ...twice, key: 'b' }]))).toMatch(/same name/)
    expect(wrong(procedure([list], [twice, { ...twice, name: 'b' }]))).toMatch(/same key/)
    expect(wrong({ ...procedure([list]), version: 2 as 1 })).toMatch(/version/)
  })

  it.each([{ recordable: false }, { sensitive: true }])('because a command is %o', (more) => {
    const commands = triageCommands.map((command) => (command.id === 'filter_tickets' ? { ...command, ...more } : command))
    expect(wrong(procedure([list]), new CatalogueIndex({ ...triage, commands }))).toMatch(/cannot be part/)
  })
})
