import { asText, isList, isObject, type Json, type JsonObject } from '../../json.ts'
import { PACK_FILE } from '../../run/gestures.ts'
import { click, detailIn, doing, fill, NOTHING, press, without, type PersonSteps, type Reader, type Told } from './reading.ts'

/** Tools by name and digest. */
type Pairs = readonly string[]

/** Of whom a file tells a tool of this page: its digest is another on every page. */
const OWN = new Set<Json | undefined>(['approved', 'registered', 'exported'])

/** Reads packs that go out and come in, with what was said of them where they are looked through. */
export function readPacks(all: readonly Told[]): Reader {
  const own = new Set(all.flatMap(({ detail }) => (OWN.has(detail.type) ? pairsOf(detail) : [])))
  /** Exports whose file came back, by their place. */
  const back = new Map<number, string>()
  const files = new Map(all.filter(({ seen }) => seen?.did === 'file').map((told) => [told.place, fileSteps(told)]))
  /** The file that came last: whether steps tell of it, and whether it was looked through. */
  let file: { readonly told: boolean; looked: boolean } | null = null

  function fileSteps({ seen, place }: Told): PersonSteps {
    if (seen?.did !== 'file') return NOTHING
    const { how, name, text } = seen
    if (text === null) return without(`the file ${name}, which is too long for the log`)
    // It would stand for a name of the script.
    if (text.includes('{{')) return without(`the file ${name}, which holds {{`)
    const step = (content: string): PersonSteps => doing({ human: how, file: content, ...(name === PACK_FILE ? {} : { name }) })
    const pairs = pairsIn(text)
    if (!pairs.some((pair) => own.has(pair))) return step(text)
    const exported = all.slice(0, place).findLast(({ detail }) => isExport(detail) && same(pairsOf(detail), pairs))
    const next = all.slice(place + 1).find(({ detail, seen: other }) => detail.type === 'imported' || other?.did === 'file' || (other && 'in' in other && other.in === 'pack'))
    // Only the page, which looks at all of it, can say that nothing was changed in it.
    if (!exported || next?.detail.type !== 'imported' || !same(pairsOf(next.detail), pairs)) return without(`the file ${name}, with tools of this page's own`)
    const known = back.get(exported.place) ?? `pack${back.size + 1}`
    back.set(exported.place, known)
    return step(`{{${known}}}`)
  }

  function looked({ seen }: Told): PersonSteps | undefined {
    if (seen?.did === 'press') return seen.keys === 'Escape' && seen.over === 'pack' ? said(press('Escape')) : undefined
    if (!seen || !('in' in seen) || seen.in !== 'pack') return undefined
    if (seen.did === 'fill') return said(fill(seen.hook, seen.text))
    if (seen.did !== 'click') return NOTHING
    const answer = ['approve', 'reject'].find((one) => seen.hook.endsWith(`[data-action="${one}"]`))
    return said(answer === undefined ? click(seen.hook) : { human: answer })
  }

  function said(step: Json): PersonSteps {
    if (!file?.told) return NOTHING
    file.looked = true
    return doing(step)
  }

  return (told) => {
    const { detail, seen, place } = told
    if (seen?.did === 'file') {
      const steps = files.get(place) ?? NOTHING
      file = { told: 'steps' in steps, looked: false }
      return steps
    }
    if (seen) return looked(told)
    if (detail.type === 'exported') return exportSteps(detailIn(detail), back.get(place))
    if (detail.type !== 'imported') return undefined
    if (!file) return without('the import of a pack, whose file the log does not hold')
    // The library stays open where nothing had to be looked through.
    return file.told && !file.looked && detailIn(detail).via === 'picker' ? doing(press('Escape')) : NOTHING
  }
}

function exportSteps({ what, includeText }: JsonObject, as: string | undefined): PersonSteps {
  if (what !== undefined) return without(`the export of the ${asText(what)}`)
  return includeText === true ? without('an export with the texts of tickets') : doing({ human: 'export', ...(as === undefined ? {} : { as }) })
}

const isExport = (detail: JsonObject): boolean => detail.type === 'exported' && detailIn(detail).what === undefined && detailIn(detail).includeText !== true

const pair = (name: Json | undefined, digest: Json | undefined): Pairs => (typeof name === 'string' && typeof digest === 'string' ? [`${name} ${digest}`] : [])
const same = (a: Pairs, b: Pairs): boolean => a.length > 0 && a.join('\n') === b.join('\n')
const listed = (tools: Json | undefined): Pairs => (isList(tools) ? tools.flatMap((one) => (isObject(one) ? pair(one.name, one.digest) : [])) : [])
const pairsOf = (detail: JsonObject): Pairs => [...pair(detail.tool, detail.digest), ...listed(detailIn(detail).tools)]

function pairsIn(text: string): Pairs {
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? listed(value.tools) : []
  } catch {
    return []
  }
}
