import { describe, expect, it } from 'vitest'
import { changedPaths } from '../../../src/bus/changedPaths.ts'

const home = { street: 'Mill Lane 3', town: { name: 'Jena', zip: '07743' } }

describe('where two values of a field differ', () => {
  it('is the field itself for values that are no objects', () => {
    expect(changedPaths('note', 'a', 'b')).toEqual([{ path: 'note', from: 'a', to: 'b' }])
    expect(changedPaths('flags', ['a'], ['a', 'b'])).toEqual([{ path: 'flags', from: ['a'], to: ['a', 'b'] }])
  })

  it('is nowhere for equal ones', () => {
    expect(changedPaths('home', home, structuredClone(home))).toEqual([])
  })

  it('is the parts of an object that moved, came or went', () => {
    const moved = { town: { name: 'Jena', zip: '07745' }, floor: 2 }
    expect(changedPaths('home', home, moved)).toEqual([
      { path: 'home.street', from: 'Mill Lane 3' },
      { path: 'home.town.zip', from: '07743', to: '07745' },
      { path: 'home.floor', to: 2 },
    ])
  })

  it('is the whole of an object that was not there before', () => {
    expect(changedPaths('home', null, home)).toEqual([{ path: 'home', from: null, to: home }])
  })
})
