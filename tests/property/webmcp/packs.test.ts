import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../../src/bus/json.ts'
import { digestOf } from '../../../src/teach/compile/digest.ts'
import type { Demonstration } from '../../support/sessions.ts'
import { exported, importAll, openPackPage, stateOf, taughtPage, timeless } from '../../unit/webmcp/packPage.ts'
import { must, turns } from '../../unit/webmcp/page.ts'

/** Gestures a demonstration is put together from. */
const gesture = fc.oneof(
  fc.constantFrom('urgent', 'high', 'normal').map((priority) => (at: Demonstration) => at.setPriority(priority)),
  fc.constantFrom('pending', 'on_hold', 'solved').map((status) => (at: Demonstration) => at.setStatus(status)),
  fc.constantFrom('vip', 'seen', 'étoile', '日本').map((tag) => (at: Demonstration) => at.addTags(tag)),
  fc.constantFrom('a-1', 'a-3', null).map((who) => (at: Demonstration) => at.assign(who)),
  fc.constant((at: Demonstration) => at.assignToMe()),
  fc.constantFrom('wait', 'refund').map((template) => (at: Demonstration) => at.applyTemplate(template)),
)
const filter = fc.option(
  fc.record(
    {
      status: fc.constant(['open']),
      text: fc.constantFrom('log in', 'refund', 'order'),
      sort: fc.constantFrom('oldest', 'newest'),
      limit: fc.integer({ min: 2, max: 9 }),
    },
    { requiredKeys: ['status'] },
  ),
)
const shown = fc.record({ filter, place: fc.nat({ max: 1 }), gestures: fc.array(gesture, { minLength: 1, maxLength: 5 }) })
const title = fc.oneof(fc.constant(''), fc.string({ maxLength: 40 }))

/** A page that was taught some tasks, each published if it can be. */
function deskOf(tasks: readonly { readonly shown: (at: Demonstration) => void; readonly title: string }[]) {
  const desk = openPackPage()
  const { page } = desk
  for (const [place, task] of tasks.entries()) {
    const draftId = page.teach(task.shown)
    must(page.library.editDraft(draftId, { title: task.title }))
    const view = must(page.library.draftView(draftId))
    if (!view.blocked) page.publish(draftId, `tool_${String.fromCharCode(97 + place)}`)
  }
  return desk
}

const tasks = fc.array(
  fc.tuple(shown, title).map(([{ filter, place, gestures }, title]) => ({
    title,
    shown: (at: Demonstration): void => {
      if (filter) at.filter(filter)
      at.open(Math.min(place, at.ids.length - 1))
      for (const act of gestures) act(at)
    },
  })),
  { minLength: 1, maxLength: 3 },
)

describe('a pack', () => {
  it('says the same after it went through another browser', () => {
    let carried = 0
    fc.assert(
      fc.property(tasks, (some) => {
        const source = deskOf(some)
        if (source.page.library.tools().length === 0) return
        carried += 1
        for (const includeText of [true, false]) {
          const text = exported(source, includeText)
          const there = openPackPage()
          must(importAll(there, text))
          for (const tool of there.page.library.tools()) {
            expect(tool.compiled).toEqual(source.page.library.tool(tool.name)?.compiled)
            expect(tool.procedure).toEqual(source.page.library.tool(tool.name)?.procedure)
            expect(tool.digest).toBe(source.page.library.tool(tool.name)?.digest)
          }
          // Demonstrations without their texts stay in the file.
          const bare = (pack: string): Json => ({ ...(timeless(pack) as JsonObject), tools: (JSON.parse(pack) as { tools: JsonObject[] }).tools.map(({ traces: _, ...tool }) => tool) })
          if (includeText) expect(timeless(exported(there, true))).toEqual(timeless(text))
          else expect(bare(exported(there))).toEqual(bare(text))
        }
      }),
      { numRuns: 25 },
    )
    expect(carried).toBeGreaterThan(10)
  })
})

/** Every place in a value, as the keys that lead there. */
function placesIn(value: Json, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  const below = Array.isArray(value)
    ? (value as readonly Json[]).flatMap((item, place) => placesIn(item, [...path, place]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))
      : []
  return [path, ...below]
}

const source = exported(taughtPage(), true)
const good = JSON.parse(source) as JsonObject
/** Demonstrations are long; most damage is to be done elsewhere. */
const PLACES = placesIn(good)
const OUTSIDE = PLACES.filter((path) => !path.includes('traces'))

const HOSTILE = [
  '__proto__', 'constructor', 'prototype', 'T-1003', 'understudy_publish_tool', 'set_urgent', 'import_tools', 'select_ticket.ticketId', '', '\u202E', 's1', 's2', 'ticketId', 'rows',
  '<img src=x onerror=alert(1)>', 'x'.repeat(5000), '\uD800',
] // prettier-ignore
const EXPRS: readonly Json[] = [
  { op: 'const', value: 'T-1003' },
  { op: 'const', value: ['urgent'] },
  { op: 'out', step: 's1', path: '__proto__.x' },
  { op: 'pick', list: 's1', choose: { by: 'where', guard: [{ field: 'ticketId', op: '=', value: 'T-1003' }] } },
  { op: 'field', entity: 'tool', of: { op: 'const', value: 'x' }, field: 'procedure' },
  { op: 'row', field: 'ticketId' },
  { op: 'concat', parts: [] },
  { node: 'each', as: 'l', over: { op: 'const', value: ['T-1003'] }, entity: 'ticket', max: 1000, body: [] },
  { node: 'when', as: 'w', entity: 'ticket', of: { op: 'const', value: 'T-1003' }, guard: [], body: [], otherwise: 'skip' },
]
const anyJson = fc.oneof(
  fc.constantFrom<Json>(...HOSTILE, ...EXPRS, null, true, false, 0, -1, 1e21, 2 ** 53, [], {}),
  fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json),
)

type Mutation = (value: Json) => Json

/** Changes what stands at a place, or takes it out. */
function changed(value: Json, [key, ...rest]: readonly (string | number)[], change: (old: Json) => Json | undefined): Json {
  if (key === undefined) return change(value) ?? null
  if (Array.isArray(value)) {
    const list = value as readonly Json[]
    const place = key as number
    const next = rest.length === 0 ? change(list[place] ?? null) : changed(list[place] ?? null, rest, change)
    return [...list.slice(0, place), ...(next === undefined ? [] : [next]), ...list.slice(place + 1)]
  }
  if (!isObject(value) || !Object.hasOwn(value, key)) return value
  const next = rest.length === 0 ? change(value[key] ?? null) : changed(value[key] ?? null, rest, change)
  const entries = Object.entries(value).flatMap(([name, item]): [string, Json][] => (name === key ? (next === undefined ? [] : [[name, next]]) : [[name, item]]))
  return Object.fromEntries(entries)
}

const place = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...OUTSIDE) }, { weight: 1, arbitrary: fc.constantFrom(...PLACES) })
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  // Another value, none, the same twice, or something new inside.
  fc.tuple(place, anyJson).map(([path, value]): Mutation => (pack) => changed(pack, path, () => value)),
  place.map((path): Mutation => (pack) => changed(pack, path, () => undefined)),
  fc.tuple(place, fc.constantFrom(...PLACES)).map(([to, from]): Mutation => (pack) => changed(pack, to, () => valueAt(good, from))),
  place.map((path): Mutation => (pack) => changed(pack, path, (old) => (Array.isArray(old) ? [...(old as readonly Json[]), ...(old as readonly Json[])] : old))),
  fc.tuple(place, fc.constantFrom(...HOSTILE, 'code', '$ref', 'pattern', 'traces'), anyJson).map(
    ([path, key, value]): Mutation => (pack) => changed(pack, path, (old) => (isObject(old) ? Object.fromEntries([...Object.entries(old), [key, value]]) : old)),
  ),
  fc.tuple(place, fc.string({ unit: 'binary', maxLength: 30 })).map(([path, text]): Mutation => (pack) => changed(pack, path, (old) => (typeof old === 'string' ? old + text : old))),
)

function valueAt(value: Json, path: readonly (string | number)[]): Json {
  return path.reduce<Json>((here, key) => (here as Record<string | number, Json>)[key] ?? null, value)
}

const structured = fc.array(mutation, { minLength: 1, maxLength: 4 }).map((some) => JSON.stringify(some.reduce((pack, change) => change(pack), good as Json)))
const garbled = fc
  .tuple(fc.nat({ max: source.length }), fc.nat({ max: 400 }), fc.string({ unit: 'binary', maxLength: 20 }))
  .map(([start, length, text]) => source.slice(0, start) + text + source.slice(start + length))
const bytes = fc.uint8Array({ maxLength: 300 }).map((some) => new TextDecoder().decode(some))
const nested = fc.tuple(fc.constantFrom('[', '{"a":', '{"tools":['), fc.nat({ max: 200_000 })).map(([open, count]) => open.repeat(count))
const anyPack = fc.oneof({ weight: 12, arbitrary: structured }, { weight: 4, arbitrary: garbled }, fc.json({ maxDepth: 5 }), bytes, nested)

describe('no pack, whatever its bytes', () => {
  it('registers anything that was not seen, throws, or touches what all objects share', async () => {
    const desk = openPackPage()
    const { page, packs } = desk
    await page.registry.restore()
    const before = Object.getOwnPropertyNames(Object.prototype)
    let opened = 0
    await fc.assert(
      fc.asyncProperty(anyPack, async (text) => {
        const state = stateOf(desk)
        const pack = packs.open(text)
        expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
        if (!pack.ok) {
          expect(pack.error.message).toMatch(/^Nothing was imported: /)
          expect(stateOf(desk)).toBe(state)
          return
        }
        opened += 1
        const review = packs.review(pack.value)
        expect(stateOf(desk)).toBe(state)
        const seen = new Map(review.entries.map((entry) => [entry.compiled.name, entry]))
        expect(seen.size).toBe(review.entries.length)
        // A script has no say, whatever it takes for granted.
        const can = review.entries.filter(({ standing }) => standing === 'new' || standing === 'known')
        const places = can.map((entry) => entry.place)
        const all = { pack: pack.value, shown: review, renames: new Map<number, string>(), via: 'drop' } as const
        if (can.some(({ standing }) => standing === 'new')) expect(packs.accept({ ...all, places, gesture: null }).ok).toBe(false)
        const others = review.entries.filter((entry) => !can.includes(entry)).map((entry) => entry.place)
        if (others.length > 0) expect(packs.accept({ ...all, places: [...places, ...others], gesture: { isTrusted: true, via: 'pointer', after: 900 } }).ok).toBe(false)
        expect(stateOf(desk)).toBe(state)
        if (can.length === 0) return
        const done = must(importAll(desk, text))
        await turns()
        // What is at the host is what was on the sheet, to the letter, and nothing else.
        for (const [name, hosted] of page.host.tools) {
          const entry = seen.get(name)
          const { title: _title, execute: _execute, ...definition } = hosted as unknown as JsonObject & { execute: unknown }
          expect(entry && JSON.parse(JSON.stringify(entry.compiled))).toMatchObject(JSON.parse(JSON.stringify(definition)) as JsonObject)
          expect(entry?.compiled.description.endsWith(entry.effects)).toBe(true)
          expect(name).not.toMatch(/^understudy_/)
        }
        expect([...page.host.tools.keys()].sort()).toEqual([...done.live].sort())
        for (const tool of page.library.tools()) expect(digestOf(tool.compiled, tool.procedure)).toBe(tool.digest)
        // A run of whatever it is ends in an answer.
        for (const name of done.live) expect(typeof (await page.host.call(name, { target_ticket: 'T-1009' })).ok).toBe('boolean')
        // Takes what came away again, so that each pack meets the same page.
        page.bus.apply(
          ['tool', 'recording'].flatMap((entity) =>
            page.bus.session.records.list(entity).map((record) => ({ op: 'remove' as const, entity, id: String(record[entity === 'tool' ? 'name' : 'recordingId']), record })),
          ),
          { actor: 'system', source: 'test' },
        )
        await turns()
      }),
      { numRuns: 600 },
    )
    expect(opened).toBeGreaterThan(20)
    expect(page.reported).toEqual([])
  })
})
