import { isList, isObject, type Json } from '../../json.ts'

/** Ids are made anew on every page, so a script must not insist on them. */
const ID = '[0-9a-km-np-tv-z]{12}'
const MADE_ANEW = new RegExp(`^${ID}$`)
const TIME = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'
const IDS_AND_TIMES = new RegExp(`\\b(?:(${ID})|${TIME})\\b`, 'g')
const DIGEST = /^[0-9a-f]{64}$/
/** Of a parameter or a question: named after what was shown, so it is asked for where it can be. */
const KEY = /^[pq]_[0-9a-f]{8,}$/

/** An answer a script can refer to by name. */
export interface NamedAnswer {
  readonly name: string
  readonly value: Json
}

/** The part of an answer that is the same every time. */
export function expectation(value: Json): Json {
  if (typeof value === 'string') return textual(value)
  if (isList(value)) return value.map(expectation)
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expectation(item)]))
  return value
}

function textual(text: string): Json {
  if (MADE_ANEW.test(text)) return { $any: true }
  if (DIGEST.test(text)) return { $matches: DIGEST.source }
  let pattern = ''
  let end = 0
  for (const found of text.matchAll(IDS_AND_TIMES)) {
    pattern += escaped(text.slice(end, found.index)) + (found[1] === undefined ? TIME : ID)
    end = found.index + found[0].length
  }
  return end === 0 ? text : { $matches: `^${pattern}${escaped(text.slice(end))}$` }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Replaces ids, also in keys, by the place in the newest answer they came from. */
export function withNames(input: Json, answers: readonly NamedAnswer[]): Json {
  const named = (text: string): string => {
    if (!MADE_ANEW.test(text) && !KEY.test(text)) return text
    for (const { name, value } of [...answers].reverse()) {
      const path = pathTo(value, text)
      if (path) return `{{${[name, ...path].join('.')}}}`
    }
    return text
  }
  if (typeof input === 'string') return named(input)
  if (isList(input)) return input.map((item) => withNames(item, answers))
  if (isObject(input)) return Object.fromEntries(Object.entries(input).map(([key, item]) => [named(key), withNames(item, answers)]))
  return input
}

function pathTo(value: Json, wanted: string): readonly string[] | null {
  if (value === wanted) return []
  const entries = isList(value) ? value.map((item, place) => [String(place), item] as const) : isObject(value) ? Object.entries(value) : []
  for (const [key, item] of entries) {
    // A name that holds a dot cannot be written as a path.
    const rest = key.includes('.') ? null : pathTo(item, wanted)
    if (rest) return [key, ...rest]
  }
  return null
}
