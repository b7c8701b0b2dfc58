import { isObject, type Json, type JsonObject } from '../../json.ts'
import { LIST, LIST_BOX } from '../../page/seen.ts'
import { click, detailIn, doing, fill, NOTHING, press, without, type PersonSteps, type Reader, type Told } from './reading.ts'

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
  /** How the person opens a draft again, until it shows which. */
  let wayBack: readonly Json[] | null = null
  let gone = Number.NaN

  /** The steps that open a draft, none where it is open. Null where it is not known how it came to be. */
  function opening(draft: Json, place: number): readonly Json[] | null {
    if (open?.draft === draft) return []
    const steps = wayBack
    wayBack = null
    if (steps) open = { draft, last: lastOf(all, place - 1, draft) ?? place }
    return steps
  }

  function began(place: number, draft: Json | undefined): PersonSteps {
    open = null
    const last = draft === undefined ? null : lastOf(all, place, draft)
    if (draft === undefined || last === null) return doing({ human: 'stop' }, DISMISS)
    open = { draft, last }
    return doing({ human: 'stop' })
  }

  function saw({ seen }: Told): PersonSteps | undefined {
    if (seen?.did === 'choose' && seen.from === 'drafts') wayBack = wayBack && seen.plain ? [...wayBack, ...chosen(seen.label)] : null
    else if (seen?.did === 'click' && seen.hook.endsWith('[data-action="drafts"]')) wayBack = [click(seen.hook)]
    else if (seen?.did === 'click' && seen.in === 'draft') clicks = [...(SECOND.test(seen.hook) ? clicks : []), click(seen.hook)]
    else if (seen?.did === 'fill' && seen.in === 'draft') {
      if (SECOND.test(seen.hook)) clicks = [...clicks, fill(seen.hook, seen.text)]
      else renamed = seen
    } else return undefined
    return NOTHING
  }

  function taken(): readonly Json[] {
    const steps = clicks
    clicks = []
    return steps
  }

  function edited({ draftId = null, byHand: _, ...input }: JsonObject, before: Said, { at, place }: Told): PersonSteps {
    if (input.recordingIds !== undefined) return joined(draftId, at)
    const way = opening(draftId, place)
    if (way === null) return without('changes by hand in a draft that was opened again')
    const change = changing(input, before)
    return 'steps' in change ? doing(...way, ...change.steps) : change
  }

  /** The draft that is open becomes part of another, which is open from then on. */
  function joined(into: Json, at: number): PersonSteps {
    const [last] = clicks.slice(-1)
    if (!open || !isObject(last) || typeof last.hook !== 'string' || !last.hook.endsWith('[data-action="join"]')) return without('demonstrations that were joined or taken apart by hand')
    open = { draft: into, last: open.last }
    gone = at
    return doing(...taken())
  }

  function changing(input: JsonObject, before: Said): PersonSteps {
    const [part, other] = Object.keys(input)
    if (part === undefined || other !== undefined) return without('a change by hand of several parts of a draft')
    const value = input[part] ?? null
    if ((part === 'name' || part === 'description') && typeof value === 'string') return doing(fill(`${DRAFT} [name="${part}"]`, value))
    if (part === 'edits') return clicks.length > 0 ? doing(...taken()) : without('a change by hand in a draft, whose clicks the log does not hold')
    if (part === 'answers' && isObject(value)) {
      const [now, more] = changed(before.answers, value)
      if (isObject(now) && typeof now.choice === 'string' && more === undefined) return doing({ human: 'answer', choice: now.choice })
    }
    if (part === 'parameters' && isObject(value)) {
      const [now, more] = changed(before.parameters, value)
      if (isObject(now) && more === undefined && renamed !== null && now.name === renamed.text) return doing(fill(renamed.hook, renamed.text))
    }
    return without(`a change by hand of ${part} in a draft`)
  }

  function read(told: Told): PersonSteps | undefined {
    const { detail, place, at } = told
    if (told.seen) return saw(told)
    const { type, actor, source, command, input } = detail
    const { draft } = detailIn(detail)
    if (type === 'recorded' && actor === 'operator') return began(place, draft)
    if (type === 'reload' || (type === 'approved' && draft !== undefined && draft === open?.draft)) open = null
    if (type === 'requested' && actor === 'operator' && source === 'publish' && draft !== undefined) {
      const way = opening(draft, place)
      return way ? doing(...way, click(`${DRAFT} [data-action="publish"]`)) : undefined
    }
    // What goes with it in the same moment.
    if ((command === 'discard_recording' || command === 'discard_draft') && at - gone <= 1) return NOTHING
    if (typeof command !== 'string' || !isObject(input) || typeof input.draftId !== 'string') return undefined
    const before = said.get(input.draftId) ?? { answers: {}, parameters: {} }
    if (command === 'save_draft' || command === 'edit_draft') said.set(input.draftId, { answers: partOf(input, 'answers') ?? before.answers, parameters: partOf(input, 'parameters') ?? before.parameters })
    if (actor !== 'operator' || source === 'approval') return undefined
    if (command === 'edit_draft') return edited(input, before, told)
    if (command !== 'discard_draft' || clicks.length < 2) return undefined
    const way = opening(input.draftId, place)
    if (way === null) return undefined
    gone = at
    open = null
    return doing(...way, ...taken())
  }

  return { read, dismissed: (place) => open?.last === place }
}

/** In the list of drafts: they have other ids on every page. */
const chosen = (label: string): readonly Json[] => [{ human: 'see', hook: LIST_BOX }, { human: 'type', text: label }, { human: 'see', hook: `${LIST} [data-active]`, text: label }, press('Enter')]

const partOf = (input: JsonObject, part: string): JsonObject | undefined => (isObject(input[part]) ? input[part] : undefined)

/** Members that are new or another than before. */
const changed = (before: JsonObject, now: JsonObject): readonly (Json | undefined)[] =>
  Object.keys(now).flatMap((key) => (JSON.stringify(now[key]) === JSON.stringify(before[key]) ? [] : [now[key]]))

/**
 * The place of the last thing a person did with a draft after its demonstration, until the draft closes by itself: then
 * that is infinitely far. Null where there is none.
 */
function lastOf(all: readonly Told[], from: number, draftId: Json): number | null {
  let id = draftId
  let last: number | null = null
  let asked = false
  /** The draft another was just joined to. */
  let into: Json = null
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
    } else if (actor === 'operator' && source !== 'approval' && isObject(input) && typeof input.draftId === 'string') {
      const joins = command === 'edit_draft' && input.recordingIds !== undefined
      if (command === 'discard_draft' && input.draftId === id) {
        if (into === null) return Infinity
        id = into
        last = place
      } else if (command === 'edit_draft' && !joins) {
        // Only one is open at a time.
        if (input.draftId !== id) break
        last = place
      }
      into = joins ? input.draftId : null
    }
  }
  return last
}
