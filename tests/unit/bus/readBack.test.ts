import { describe, expect, it } from 'vitest'
import { defineCommand, type Command } from '../../../src/bus/command.ts'
import { notTaken } from '../../../src/bus/readBack.ts'
import type { JsonSchema } from '../../../src/bus/schema.ts'

const edits = (field: string, op: 'set' | 'add' | 'remove'): JsonSchema => ({ 'x-us': { edits: { field, op } } })

const tend: Command = defineCommand({
  id: 'tend',
  title: 'Tend',
  description: 'Does several things at once.',
  effect: 'write',
  recordable: true,
  input: {
    type: 'object',
    properties: {
      plantId: { type: 'string' },
      bed: edits('bedId', 'set'),
      grow: { properties: { height: edits('height', 'set') } },
      more: edits('labels', 'add'),
      less: edits('labels', 'remove'),
      row: edits('spot.row', 'set'),
    },
  },
  output: {},
  plan: () => ({ output: null }),
  say: () => ['Tend'],
})

const record = { plantId: 'p1', bedId: 'south', height: 3, labels: ['old', 'rose'], spot: { row: 2, side: 'left' } }

describe('reading back a write', () => {
  it('is content when the record holds what was said', () => {
    expect(notTaken(tend, { plantId: 'other', bed: 'south', grow: { height: 3 }, more: ['rose'], less: ['new'] }, record)).toEqual([])
    expect(notTaken(tend, {}, record)).toEqual([])
    expect(notTaken(tend, { more: [], less: [] }, record)).toEqual([])
  })

  it('names the fields that did not take', () => {
    expect(notTaken(tend, { bed: 'north', grow: { height: 4 } }, record)).toEqual(['bedId', 'height'])
    expect(notTaken(tend, { more: ['rose', 'new'] }, record)).toEqual(['labels'])
    expect(notTaken(tend, { less: ['new', 'old'] }, record)).toEqual(['labels'])
    expect(notTaken(tend, { bed: null }, { ...record, bedId: null })).toEqual([])
    expect(notTaken(tend, { bed: null }, record)).toEqual(['bedId'])
  })

  it('looks into objects for a part of one', () => {
    expect(notTaken(tend, { row: 2 }, record)).toEqual([])
    expect(notTaken(tend, { row: 3 }, record)).toEqual(['spot.row'])
    expect(notTaken(tend, { row: 3 }, { ...record, spot: null })).toEqual(['spot.row'])
  })

  it('takes a record that is gone for a write that did not take', () => {
    expect(notTaken(tend, { bed: 'south' }, undefined)).toEqual(['bedId'])
    expect(notTaken(tend, { plantId: 'p1' }, undefined)).toEqual([])
  })
})
