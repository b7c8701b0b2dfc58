import fc from 'fast-check'
import { isObject, type Json, type JsonObject } from '../../../src/bus/json.ts'
import { exported, taughtPage } from '../../unit/webmcp/packPage.ts'

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
  const entries = Object.entries(value).flatMap(([name, item]): [string, Json][] =>
    name === key ? (next === undefined ? [] : [[name, next]]) : [[name, item]],
  )
  return Object.fromEntries(entries)
}

const place = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...OUTSIDE) }, { weight: 1, arbitrary: fc.constantFrom(...PLACES) })
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  // Another value, none, the same twice, or something new inside.
  fc.tuple(place, anyJson).map(
    ([path, value]): Mutation =>
      (pack) =>
        changed(pack, path, () => value),
  ),
  place.map(
    (path): Mutation =>
      (pack) =>
        changed(pack, path, () => undefined),
  ),
  fc.tuple(place, fc.constantFrom(...PLACES)).map(
    ([to, from]): Mutation =>
      (pack) =>
        changed(pack, to, () => valueAt(good, from)),
  ),
  place.map(
    (path): Mutation =>
      (pack) =>
        changed(pack, path, (old) => (Array.isArray(old) ? [...(old as readonly Json[]), ...(old as readonly Json[])] : old)),
  ),
  fc.tuple(place, fc.constantFrom(...HOSTILE, 'code', '$ref', 'pattern', 'traces'), anyJson).map(
    ([path, key, value]): Mutation =>
      (pack) =>
        changed(pack, path, (old) => (isObject(old) ? Object.fromEntries([...Object.entries(old), [key, value]]) : old)),
  ),
  fc.tuple(place, fc.string({ unit: 'binary', maxLength: 30 })).map(
    ([path, text]): Mutation =>
      (pack) =>
        changed(pack, path, (old) => (typeof old === 'string' ? old + text : old)),
  ),
)

function valueAt(value: Json, path: readonly (string | number)[]): Json {
  return path.reduce<Json>((here, key) => (here as Record<string | number, Json>)[key] ?? null, value)
}

const structured = fc
  .array(mutation, { minLength: 1, maxLength: 4 })
  .map((some) => JSON.stringify(some.reduce<Json>((pack, change) => change(pack), good)))
const garbled = fc
  .tuple(fc.nat({ max: source.length }), fc.nat({ max: 400 }), fc.string({ unit: 'binary', maxLength: 20 }))
  .map(([start, length, text]) => source.slice(0, start) + text + source.slice(start + length))
const bytes = fc.uint8Array({ maxLength: 300 }).map((some) => new TextDecoder().decode(some))
const nested = fc.tuple(fc.constantFrom('[', '{"a":', '{"tools":['), fc.nat({ max: 200_000 })).map(([open, count]) => open.repeat(count))
/** Packs of every kind: a good one changed here and there, one with characters lost, and what never was one. */
export const anyPack = fc.oneof(
  { weight: 12, arbitrary: structured },
  { weight: 4, arbitrary: garbled },
  fc.json({ maxDepth: 5 }),
  bytes,
  nested,
)
