import { beforeEach, describe, expect, it, vi } from 'vitest'
import { catalogue } from '../../../src/app/catalogue.ts'
import { keepPlace } from '../../../src/app/keepPlace.ts'
import { keptPlace, PLACE_KEY, type KeptPlace } from '../../../src/app/keptPlace.ts'
import type { Bus } from '../../../src/bus/bus.ts'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { Rec } from '../../../src/bus/state.ts'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'
import { busOver, doIt, runtimeValidators } from '../../support/desk.ts'

const STORE = 'store-1'
const records: Readonly<Record<string, readonly Rec[]>> = { ...sampleRecords(Date.UTC(2026, 10, 30, 9)) }
const validatorFor = runtimeValidators(catalogue)
const HIGH = { status: ['open'], priority: ['high'], sort: 'oldest' }

let texts: Map<string, string>
const area = () => ({
  getItem: (key: string) => texts.get(key) ?? null,
  setItem: (key: string, text: string) => void texts.set(key, text),
  removeItem: (key: string) => void texts.delete(key),
})
const found = (desk = records, storeId = STORE): KeptPlace | undefined => keptPlace(area, { storeId, records: desk, validatorFor })

/** A page with a bus, that can be told to go. */
function pageOf(bus: Bus, sessionStorage: object = area()): { go(): void; hide(): void } {
  const document = Object.assign(new EventTarget(), { visibilityState: 'hidden', querySelector: () => ({ scrollTop: 140 }) })
  const page = Object.assign(new EventTarget(), { document, sessionStorage })
  keepPlace({ page: page as unknown as Window, bus, storeId: STORE, list: { cursor: bus.session.view.list?.ids[1] ?? null } })
  return { go: () => void page.dispatchEvent(new Event('pagehide')), hide: () => void document.dispatchEvent(new Event('visibilitychange')) }
}

function busAt(query: JsonObject = HIGH): Bus {
  const bus = busOver(catalogue, records)
  doIt(bus, 'filter_tickets', query)
  doIt(bus, 'select_ticket', { ticketId: 'T-1037' })
  return bus
}

/** What is kept, changed by hand. */
function tamper(change: Readonly<Record<string, unknown>>): void {
  texts.set(PLACE_KEY, JSON.stringify({ ...(JSON.parse(texts.get(PLACE_KEY) ?? '') as object), ...change }))
}

beforeEach(() => {
  texts = new Map()
})

describe('the place of a person', () => {
  it('outlives the page as it was: list, open ticket, row and scroll', () => {
    const bus = busAt()
    pageOf(bus).go()
    expect(found()).toEqual({ view: bus.session.view, cursor: bus.session.view.list?.ids[1], top: 140 })
    expect(Object.isFrozen(found()?.view.list?.ids)).toBe(true)
  })

  it('is kept when the page is hidden, too: on a phone it may never be told that it goes', () => {
    pageOf(busAt()).hide()
    expect(found()?.view.list?.query).toEqual(HIGH)
  })

  it('is an empty list where that was on show', () => {
    pageOf(busAt({ text: 'nothing holds this' })).go()
    expect(found()?.view.list).toMatchObject({ query: { text: 'nothing holds this' }, ids: [] })
  })

  it('is what is left of it where tickets are gone', () => {
    const bus = busAt()
    const [first, ...others] = bus.session.view.list?.ids ?? []
    pageOf(bus).go()
    const desk = { ...records, ticket: records['ticket']?.filter(({ ticketId }) => ticketId !== first && ticketId !== 'T-1037') ?? [] }
    expect(others).not.toEqual([])
    expect(found(desk)?.view).toMatchObject({ list: { ids: others.filter((id) => id !== 'T-1037') }, focus: null })
  })

  it('is not taken up where none of its tickets is left, or they are of another store', () => {
    pageOf(busAt()).go()
    expect(found({ ...records, ticket: records['ticket']?.filter(({ status }) => status === 'solved') ?? [] })).toBeUndefined()
    expect(found(records, 'store-2')).toBeUndefined()
    expect(found()).toBeDefined()
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['a query that does not fit the schema', { query: { status: ['asleep'] } }],
    ['a query with a part nobody knows', { query: { ...HIGH, colour: 'red' } }],
    ['no query', { query: undefined }],
    ['a query that is none', { query: 'open' }],
    ['an assignee who is gone', { query: { assignee: 'u-nobody-of-this-name' } }],
    ['ids that are no list', { ids: 7 }],
    ['ids that are not there', { ids: undefined }],
    ['ids of another kind', { ids: [{}, 7, null] }],
  ])('is not taken up with %s', (_, change) => {
    pageOf(busAt()).go()
    expect(found()).toBeDefined()
    tamper(change)
    expect(found()).toBeUndefined()
  })

  it.each(['', 'null', '7', '[]', '{', '"text"'])('is none where the tab keeps %j', (text) => {
    texts.set(PLACE_KEY, text)
    expect(found()).toBeUndefined()
  })

  it('names no ticket twice, and opens none that is odd', () => {
    pageOf(busAt()).go()
    tamper({ ids: ['T-1037', 'T-1037', 'T-1033'], open: { id: 'T-1037' } })
    expect(found()?.view).toMatchObject({ list: { ids: ['T-1037', 'T-1033'] }, focus: null })
  })

  it('takes unassigned tickets for a filter as any other', () => {
    pageOf(busAt({ assignee: 'none' })).go()
    expect(found()?.view.list?.query).toEqual({ assignee: 'none' })
  })

  it('is none in a new tab, and where the browser keeps nothing', () => {
    expect(found()).toBeUndefined()
    const forbidden = (): never => {
      throw new DOMException('No.', 'SecurityError')
    }
    expect(keptPlace(forbidden, { storeId: STORE, records, validatorFor })).toBeUndefined()
  })

  it('leaves no older place behind where there is no room for it', () => {
    pageOf(busAt()).go()
    const setItem = vi.fn(() => {
      throw new DOMException('Full.', 'QuotaExceededError')
    })
    pageOf(busAt({ sort: 'oldest' }), { ...area(), setItem }).go()
    expect(setItem).toHaveBeenCalledOnce()
    expect(found()).toBeUndefined()
  })
})
