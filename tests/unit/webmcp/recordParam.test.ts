import { describe, expect, it } from 'vitest'
import type { Param, Procedure } from '../../../src/teach/procedure/types.ts'
import { openParams, recordParam } from '../../../src/webmcp/library/recordParam.ts'

const param = (name: string, more: Partial<Param> = {}): Param => ({
  key: name,
  name,
  description: '',
  schema: { type: 'string', 'x-us': { entity: 'ticket', kind: 'record' } },
  leaves: [],
  required: true,
  ...more,
})
const of = (...params: readonly Param[]): Procedure => ({ version: 1, params, body: [] })
const assignee = param('to', { schema: { type: 'string', 'x-us': { entity: 'assignee', kind: 'reference' } } })

describe('the record a tool is run on', () => {
  it('is its one required record parameter of that kind', () => {
    expect(recordParam(of(assignee, param('target')), 'ticket')?.name).toBe('target')
  })

  it.each([
    ['there is none', of(assignee)],
    ['there are two', of(param('one'), param('other'))],
    ['it may be left out', of(param('target', { required: false }))],
    ['it takes a list', of(param('targets', { schema: { type: 'array', items: { type: 'string' }, 'x-us': { entity: 'ticket', kind: 'record' } } }))],
    ['it is of another kind', of(param('target', { schema: { type: 'string', 'x-us': { entity: 'order', kind: 'record' } } }))],
  ])('is none where %s', (_, procedure) => {
    expect(recordParam(procedure, 'ticket')).toBeNull()
  })

  it('leaves the other required ones to be asked for', () => {
    const open = openParams(of(param('target'), assignee, param('note', { required: false })), { target: 'T-1001' })
    expect(open.map(({ name }) => name)).toEqual(['to'])
  })
})
