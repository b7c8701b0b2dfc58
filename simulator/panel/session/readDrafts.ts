import { isObject, type Json, type JsonObject } from '../../json.ts'
import { click, detailIn, doing, fill, NOTHING, without, type PersonSteps, type Reader, type Told } from './reading.ts'

const DRAFT = '[data-region="draft"]'
const DISMISS: Json = { human: 'dismiss' }
/** Controls that need another to be pressed first. */
const SECOND = /\[popover\]|"discard-(all|draft)"/

/** What is known of a draft: changes say all of a part anew. */
interface Said {
  readonly answers: JsonObject
  readonly parameters: JsonObject
}

export interface DraftReader {
  readonly read: Reader
  /** Whether the draft is put aside once this was done. */
  readonly dismissed: (place: number) => boolean
}

/**
 * Reads what a person did with the draft a demonstration ended in. It stays open as long as something was done with it, by
 * the draft's own id: how it was put aside and brought back makes no difference to it.
 */
export function readDrafts(all: readonly Told[]): DraftReader {
  const said = new Map<string, Said>()
  /** The draft that is open, and the last thing that was done with it. */
  let open: { readonly draft: Json; readonly last: number } | null = null
  let clicks: readonly Json[] = []
  let renamed: { readonly hook: string; readonly text: string } | null = null
  let gone = Number.NaN

  function began(place: number, draft: Json | undefined): PersonSteps {
    open = null
    const last = draft === undefined ? null : lastOf(all, place, draft)
    if (draft === undefined || last === null) return doing({ human: 'stop' }, DISMISS)
    open = { draft, last }
    return doing({ human: 'stop' })
  }

  function saw({ seen }: Told): PersonSteps | undefined {
    if (seen?.did === 'click' && seen.in === 'draft') clicks = [...(SECOND.test(seen.hook) ? clicks : []), click(seen.hook)]
    else if (seen?.did === 'fill' && seen.in === 'draft') {
      if (SECOND.test(seen.hook)) clicks = [...clicks, fill(seen.hook, seen.text)]
      else renamed = seen
    } else return undefined
    return NOTHING
  }

  function taken(): PersonSteps {
    const steps = clicks
    clicks = []
    return steps.length > 0 ? doing(...steps) : without('a change by hand in a draft, whose clicks the log does not hold')
  }

  function edited({ draftId = null, byHand: _, ...input }: JsonObject, before: Said): PersonSteps {
    if (open?.draft !== draftId) return without('changes by hand in a draft that was opened again')
    const [part, other] = Object.keys(input)
    if (part === undefined || other !== undefined) return without('demonstrations that were joined or taken apart by hand')
    const value = input[part] ?? null
    if ((part === 'name' || part === 'description') && typeof value === 'string') return doing(fill(`${DRAFT} [name="${part}"]`, value))
    if (part === 'edits') return taken()
    if (part === 'answers' && isObject(value)) {
      const [now, more] = changed(before.answers, value)
      if (isObject(now) && typeof now.choice === 'string' && more === undefined) return doing({ human: 'answer', choice: now.choice })
    }
    if (part === 'parameters' && isObject(value)) {
      const [now, more] = changed(before.parameters, value)
      if (isObject(now) && more === undefined && renamed !== null && now.name === renamed.text) return doing(fill(renamed.hook, renamed.text))
    }
    return part === 'recordingIds' ? without('demonstrations that were joined or taken apart by hand') : without(`a change by hand of ${part} in a draft`)
  }

  function read(told: Told): PersonSteps | undefined {
    const { detail, place, at } = told
    if (told.seen) return saw(told)
    const { type, actor, source, command, input } = detail
    const { draft } = detailIn(detail)
    if (type === 'recorded' && actor === 'operator') return began(place, draft)
    if (type === 'reload' || (type === 'approved' && draft !== undefined && draft === open?.draft)) open = null
    if (type === 'requested' && actor === 'operator' && source === 'publish' && draft !== undefined && draft === open?.draft) return doing(click(`${DRAFT} [data-action="publish"]`))
    if (typeof command !== 'string' || !isObject(input) || typeof input.draftId !== 'string') return command === 'discard_recording' && at - gone <= 1 ? NOTHING : undefined
    const before = said.get(input.draftId) ?? { answers: {}, parameters: {} }
    if (command === 'save_draft' || command === 'edit_draft') said.set(input.draftId, { answers: partOf(input, 'answers') ?? before.answers, parameters: partOf(input, 'parameters') ?? before.parameters })
    if (actor !== 'operator' || source === 'approval') return undefined
    if (command === 'edit_draft') return edited(input, before)
    if (command !== 'discard_draft' || open?.draft !== input.draftId || clicks.length < 2) return undefined
    gone = at
    open = null
    return taken()
  }

  return { read, dismissed: (place) => open?.last === place }
}

const partOf = (input: JsonObject, part: string): JsonObject | undefined => (isObject(input[part]) ? input[part] : undefined)

/** Members that are new or another than before. */
const changed = (before: JsonObject, now: JsonObject): readonly (Json | undefined)[] =>
  Object.keys(now).flatMap((key) => (JSON.stringify(now[key]) === JSON.stringify(before[key]) ? [] : [now[key]]))

/**
 * The place of the last thing a person did with a draft after its demonstration, until the draft closes by itself: then
 * that is infinitely far. Null where there is none.
 */
function lastOf(all: readonly Told[], from: number, id: Json): number | null {
  let last: number | null = null
  let asked = false
  for (const { place, detail } of all.slice(from + 1)) {
    const { type, actor, source, command, input } = detail
    const { draft } = detailIn(detail)
    if (type === 'recorded' || type === 'reload') break
    if (type === 'approved' && draft === id) return asked ? Infinity : last
    if (type === 'requested' && actor === 'operator' && source === 'publish' && draft === id) {
      asked = true
      last = Infinity
    } else if (asked && draft === id && (type === 'rejected' || type === 'withdrawn')) {
      asked = false
      last = place
    } else if (actor === 'operator' && source !== 'approval' && isObject(input) && input.draftId === id) {
      if (command === 'edit_draft') last = place
      if (command === 'discard_draft') return Infinity
    }
  }
  return last
}
