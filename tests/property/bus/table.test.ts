import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepFreeze, equalJson } from '../../../src/bus/json.ts'
import { patched, type Patch, type Rec } from '../../../src/bus/state.ts'
import { Overlay, Records } from '../../../src/bus/table.ts'
import { aPlant, bed, plant } from '../../fixtures/garden.ts'

const entities = new Map([plant, bed].map((entity) => [entity.name, entity]))
const SIZES = [0, 1, 3, 511, 512, 513, 1500]

/** Patches as any source may bring them: of records that are there or not, of entities that are known or not. */
const patchesUpTo = (size: number): fc.Arbitrary<readonly Patch[]> => {
  const id = fc.oneof(fc.integer({ min: 0, max: size + 4 }), fc.integer({ min: 0, max: 3 })).map((n) => `p${n}`)
  const entity = fc.constantFrom('plant', 'plant', 'plant', 'bed', 'stone')
  const one = fc.oneof(
    fc.record({ id, entity, height: fc.integer({ min: 0, max: 9 }) }).map(({ id, entity, height }): Patch => ({ op: 'update', entity, id, fields: { height: { to: height } } })),
    fc.record({ id, entity }).map(({ id, entity }): Patch => ({ op: 'update', entity, id, fields: { note: { from: 'x' } } })),
    fc.record({ id, entity, height: fc.integer() }).map(({ id, entity, height }): Patch => ({ op: 'create', entity, id, record: idRec(entity, id, height) })),
    fc.record({ id, entity }).map(({ id, entity }): Patch => ({ op: 'remove', entity, id, record: idRec(entity, id, 0) })),
  )
  return fc.array(one, { maxLength: 60 })
}

const idRec = (entity: string, id: string, height: number): Rec =>
  deepFreeze(entity === 'bed' ? { bedId: id, name: id, height } : aPlant(id, { height }))

const start = (size: number): readonly Rec[] => Array.from({ length: size }, (_, index) => idRec('plant', `p${index}`, index))

/** What patches do, said as plainly as possible. */
function model(records: readonly Rec[], patches: readonly Patch[]): ReadonlyMap<string, Rec> {
  const map = new Map(records.map((record) => [String(record['plantId']), record]))
  for (const patch of patches) {
    if (patch.entity !== 'plant') continue
    const before = map.get(patch.id)
    if (patch.op === 'create') map.set(patch.id, patch.record)
    else if (patch.op === 'remove') map.delete(patch.id)
    else if (before) map.set(patch.id, patched(before, patch.fields))
  }
  return map
}

const textsOf = (records: readonly Rec[]): string[] => records.map((record) => JSON.stringify(record))

describe('records and overlays', () => {
  it.each(SIZES)('of %i plants hold what a plain map would hold', (size) => {
    fc.assert(
      fc.property(patchesUpTo(size), (patches) => {
        const base = Records.of(entities, { plant: start(size) })
        const expected = model(start(size), patches)
        const overlay = new Overlay(base, entities)
        overlay.apply(patches)
        for (const state of [base.apply(patches), overlay]) {
          expect(textsOf(state.list('plant')).sort()).toEqual(textsOf([...expected.values()]).sort())
          const different = Array.from({ length: size + 5 }, (_, n) => `p${n}`).filter((id) => !equalJson(state.get('plant', id), expected.get(id)))
          expect(different).toEqual([])
        }
        expect(textsOf(overlay.list('plant'))).toEqual(textsOf(base.apply(patches).list('plant')))
        expect(textsOf(base.list('plant'))).toEqual(textsOf(start(size)))
      }),
      { numRuns: 20 },
    )
  })

  it.each(SIZES)('of %i plants come to the same whether patches come at once or one by one', (size) => {
    fc.assert(
      fc.property(patchesUpTo(size), (patches) => {
        const base = Records.of(entities, { plant: start(size) })
        const slowly = patches.reduce((records, patch) => records.apply([patch]), base)
        for (const name of ['plant', 'bed', 'stone']) expect(textsOf(base.apply(patches).list(name))).toEqual(textsOf(slowly.list(name)))
      }),
      { numRuns: 20 },
    )
  })

  it('keep new records in the order they came, and give a place back to a record that returns', () => {
    const many = start(1200)
    const base = Records.of(entities, { plant: many })
    const removals = many.map((record): Patch => ({ op: 'remove', entity: 'plant', id: String(record['plantId']), record }))
    const emptied = base.apply(removals)
    expect(emptied.list('plant')).toEqual([])
    const returns = [...removals].reverse().map((patch): Patch => ({ ...patch, op: 'create', record: patch.op === 'remove' ? patch.record : {} }))
    expect(emptied.apply(returns).list('plant')).toEqual(many)
    const more = start(1210).slice(1200).map((record): Patch => ({ op: 'create', entity: 'plant', id: String(record['plantId']), record }))
    expect(base.apply(more).list('plant')).toEqual(start(1210))
  })
})
