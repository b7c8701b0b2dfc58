import type { Json, JsonObject } from '../bus/json.ts'

/** The most characters a result may have, as compact JSON. */
export const RESULT_LENGTH = 1500

export const lengthOf = (value: Json): number => JSON.stringify(value).length

export const fits = (value: Json, limit = RESULT_LENGTH): boolean => lengthOf(value) <= limit

/**
 * Puts as many whole items of a list into a result as fit, from the start.
 * @param rest everything but the list, given how many items are shown: where fewer than all are, it should say so
 * @returns the result with the list under `key`; with no items left it may still be too long, if `rest` is
 */
export function withItems(key: string, items: readonly Json[], rest: (shown: number) => JsonObject, limit = RESULT_LENGTH): JsonObject {
  const build = (shown: number): JsonObject => ordered(rest(shown), key, items.slice(0, shown))
  let room = limit - lengthOf(build(0))
  let shown = 0
  // More than fit by this sum cannot fit; what `rest` says of a cut list then takes its room as well.
  while (shown < items.length && room >= 0) {
    room -= lengthOf(items[shown] ?? null)
    shown += 1
  }
  if (fits(build(items.length), limit)) return build(items.length)
  while (shown > 0 && !fits(build(shown), limit)) shown -= 1
  return build(shown)
}

/** The list's key stands before `truncated` and `next`, which speak of it. */
function ordered(rest: JsonObject, key: string, items: readonly Json[]): JsonObject {
  const { truncated, next, ...head } = rest
  return { ...head, [key]: items, ...(truncated === undefined ? {} : { truncated }), ...(next === undefined ? {} : { next }) }
}

/** The first of several forms of a result that fits, from full to spare; the last one where none does. */
export function firstThatFits(forms: readonly (() => JsonObject)[], limit = RESULT_LENGTH): JsonObject {
  let form: JsonObject = {}
  for (const make of forms) {
    form = make()
    if (fits(form, limit)) return form
  }
  return form
}

/** A value with its texts and lists cut, so that one long text does not push out a whole row. */
export function shortened(value: Json, length: number, items = 8): Json {
  if (typeof value === 'string') return cut(value, length)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list = value as readonly Json[]
    const kept = list.slice(0, items).map((item) => shortened(item, length, items))
    return list.length > items ? [...kept, '…'] : kept
  }
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, item]) => [cut(key, length), shortened(item, length, items)]))
}

/** A text cut to at most `length` characters, the last of them an ellipsis; never through the middle of a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = text.slice(0, length - 1)
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
