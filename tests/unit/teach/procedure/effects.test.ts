import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../../../src/bus/command.ts'
import { plain } from '../../../../src/bus/words.ts'
import { effectSentence } from '../../../../src/teach/procedure/effects.ts'
import type { Node, Param } from '../../../../src/teach/procedure/types.ts'
import { describeProcedure } from '../../../../src/teach/procedure/words.ts'
import { catalogue as gardening } from '../../../fixtures/garden.ts'
import { aParam, arg, call, each, param, procedure, row, rowsOf, triage, value } from './fixture.ts'
import { filter, high, take, target } from './lines.ts'

const index = new CatalogueIndex(triage)

describe('the sentence of effects', () => {
  const sentence = (body: readonly Node[], params: readonly Param[] = []) => effectSentence(procedure(body, params), index)

  it('of a given record', () => {
    expect(
      sentence(
        [
          call('take', 'select_ticket', { ticketId: param('target_ticket') }),
          high,
          call('t', 'add_ticket_tags', { ticketId: arg('take'), tags: value(['vip']) }),
        ],
        [target],
      ),
    ).toBe('Changes priority and tags of the given ticket.')
  })

  it('of a record it takes, of two given ones, of a loop', () => {
    expect(sentence([filter, take({ by: 'first' }), high])).toBe('Changes priority of one ticket.')
    expect(sentence([filter, take({ by: 'id', id: param('target_ticket') }), high], [target])).toBe('Changes priority of the given ticket.')
    expect(
      sentence(
        ['target_ticket', 'other'].map((key) => call(key, 'apply_template', { ticketId: param(key), templateId: value('thanks') })),
        [target, aParam('other', 'select_ticket.ticketId')],
      ),
    ).toBe('Changes reply draft of the 2 given tickets.')
    const loop = [
      filter,
      each(rowsOf('list'), [
        call('a', 'set_ticket_assignee', { ticketId: row(), assigneeId: value(null) }),
        call('t', 'set_ticket_tags', { ticketId: row(), tags: value([]) }),
      ]),
    ]
    expect(sentence(loop)).toBe('Changes assignee and tags of at most 25 tickets.')
  })

  it('of a look-up', () => {
    expect(sentence([filter])).toBe('Looks up tickets; changes nothing.')
    expect(sentence([filter, take({ by: 'first' }), call('l', 'list_templates')])).toBe('Looks up tickets and templates; changes nothing.')
  })

  it('of writes that do not say which field, in another trade', () => {
    const garden = new CatalogueIndex(gardening)
    const plant = { ...target, key: 'plant', name: 'plant' }
    const program = procedure(
      [call('h', 'set_height', { plantId: param('plant'), height: value(3) }), call('p', 'pull', { plantId: param('plant') })],
      [plant],
    )
    expect(effectSentence(program, garden)).toBe('Changes height of the given plant. Runs “Pull out” on the given plant.')
    expect(describeProcedure(program, garden).map(({ words }) => plain(words))).toEqual([
      'Set the height to 3 (the plant plant)',
      'Pull out it',
    ])
  })
})
