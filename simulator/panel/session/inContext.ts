import { isObject, type Json, type JsonObject } from '../../json.ts'
import { seenIn } from '../../page/seen.ts'
import type { CallEntry } from './log.ts'
import type { Moment } from './logMoments.ts'
import { personSteps } from './personSteps.ts'
import { byKey, pressesIn, readDesk } from './readDesk.ts'
import { readDrafts } from './readDrafts.ts'
import { click, detailIn, doing, follows, NOTHING, press, type PersonSteps, type Told } from './reading.ts'
import { readPacks } from './readPacks.ts'
import { readRuns } from './readRuns.ts'

/** Commands after which a run is still the last thing that can be taken back. */
const VIEWS = new Set<Json | undefined>(['select_ticket', 'close_ticket', 'filter_tickets'])

/**
 * What each moment tells of what a person did, in the light of all the others: many a thing only shows from what was
 * before, or from how it was done. @param moments in the order of time
 */
export function inContext(moments: readonly Moment[], calls: readonly CallEntry[]): readonly Moment[] {
  const all = moments.map((moment, place) => toldIn(moment, place))
  const presses = pressesIn(all)
  const drafts = readDrafts(all)
  const readers = [readPacks(all), drafts.read, readRuns(), readDesk(all)]
  const on = new Set<string>()
  let last: Json = null
  let button: { readonly at: number; readonly hook: string } | null = null

  function didIn(told: Told): PersonSteps | null {
    const { detail, at, seen } = told
    if (detail.type === 'fault' && typeof detail.fault === 'string') on[detail.on === true ? 'add' : 'delete'](detail.fault)
    // Acts of a fault in a person's name.
    if ((detail.type === 'revoked' && on.has('revoke-mid-run')) || detail.source === 'other-tab') return null
    if (seen?.did === 'click' && seen.in === 'run') {
      button = { at, hook: seen.hook }
      return null
    }
    if (seen?.did === 'click' && seen.in === 'approval') return doing(click(seen.hook))
    // It puts the request off.
    if (seen?.did === 'press' && seen.keys === 'Escape' && seen.over === 'approval') return doing(press(seen.keys))
    if (detail.type === 'undone' || detail.type === 'redone') {
      if (byKey(presses, detail.type === 'undone' ? 'Control+z' : 'Control+Shift+z', at)) return NOTHING
      if (detail.type === 'undone' && follows(at, button)) return doing(click(button?.hook ?? ''))
      if (detail.type === 'undone' && last !== null && detailIn(detail).run === last) return doing(press('Control+z'))
    }
    const did = readers.reduce<PersonSteps | undefined>((found, read) => found ?? read(told), undefined) ?? personSteps(detail)
    return detail.type === 'run-finished' ? runEnded(told, did) : did
  }

  function runEnded({ detail, at }: Told, did: PersonSteps | null): PersonSteps | null {
    const { ok, code, run } = detailIn(detail)
    if (ok === true) last = run ?? null
    const stopped = code === 'CANCELLED' && !on.has('abort-after-step') && !gaveUp(detail, at, calls)
    if (!stopped) return did
    return doing(click('[data-region="run"] [data-action="stop-run"]'), ...(did && 'steps' in did ? did.steps : []))
  }

  return moments.flatMap((moment, place): Moment[] => {
    if (moment.kind !== 'person') return [moment]
    if (moment.did) return [moment]
    const told = all[place] ?? toldIn(moment, place)
    const did = didIn(told)
    // Whatever a person changed since would be taken back first.
    if ((did && typeof told.detail.command === 'string' && !VIEWS.has(told.detail.command)) || told.detail.type === 'undone') last = null
    const steps = [...(did && 'steps' in did ? did.steps : []), ...(drafts.dismissed(place) ? [{ human: 'dismiss' }] : [])]
    const words = did && 'leftOut' in did ? [{ ...moment, did }] : []
    return [...words, ...(steps.length > 0 ? [{ ...moment, did: doing(...steps) }] : [])]
  })
}

/** A moment that is told of already tells nothing else. */
function toldIn({ entry, at, kind, did }: Moment, place: number): Told {
  const detail = kind === 'person' && !did && entry.kind !== 'call' && entry.kind !== 'tools' ? entry.detail : null
  const seen = entry.kind === 'seen' ? seenIn(detail) : null
  return { at, place, detail: isObject(detail) && !seen ? detail : {}, seen }
}

const gaveUp = ({ tool }: JsonObject, at: number, calls: readonly CallEntry[]): boolean =>
  calls.some((call) => call.aborted && call.tool === tool && call.at <= at)
