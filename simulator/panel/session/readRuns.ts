import { asText, type Json } from '../../json.ts'
import { valued, type Chosen, type Seen } from '../../page/seen.ts'
import { click, detailIn, doing, fill, NOTHING, press, take, without, type Reader } from './reading.ts'

/** Reads tools that a person ran in the page: on a ticket by the list of tools, or in the library. */
export function readRuns(): Reader {
  /** The tool chosen in the list, and what was said in its form. */
  let picked: { readonly seen: Chosen; readonly said: readonly Json[] } | null = null
  /** Tools looked into in the library, with what was said in their forms. */
  const forms = new Map<string, readonly Json[]>()
  const begun = new Map<Json, readonly Json[]>()
  let ended: readonly Json[] = []

  function saw(seen: Seen): boolean {
    if (seen.did === 'choose' && seen.from === 'tool') picked = { seen, said: [] }
    else if (!('in' in seen) || (seen.in !== 'run-form' && seen.in !== 'library')) return false
    else if (seen.in === 'run-form') picked = picked && { ...picked, said: [...picked.said, ...saying(seen)] }
    else if (seen.tool !== undefined) {
      if (seen.did === 'click' && seen.opens === true) forms.set(seen.tool, [])
      else if (seen.did !== 'click' || seen.opens === undefined) forms.set(seen.tool, [...(forms.get(seen.tool) ?? []), ...saying(seen)])
      else if (!seen.hook.includes('"run"')) forms.delete(seen.tool)
    }
    return true
  }

  function way(tool: string, source: string): readonly Json[] | null {
    if (source === 'library') {
      const said = forms.get(tool)
      const library = '[data-region="library"]'
      const run = click(`${library} ${valued('data-tool', tool)} [data-action="run"]`)
      // Once looks into it, once more runs it.
      return said ? [press('l'), run, ...said, run, press('Escape'), { human: 'see', hook: library, gone: true }] : null
    }
    if (picked?.seen.value !== tool) return null
    const { said, seen } = picked
    picked = null
    return [press('r'), ...take(seen.label, seen.value), ...said]
  }

  return ({ detail, seen }) => {
    if (seen) return saw(seen) ? NOTHING : undefined
    const { type, actor, source = '', tool = '' } = detail
    const { run = null, ok = null, code } = detailIn(detail)
    if (actor !== 'operator') return undefined
    if (type === 'run-started') {
      const steps = way(asText(tool), asText(source))
      // On which row of the list the audit does not say.
      if (steps === null || source === 'list') return without(`the run of ${asText(tool)} that you began in the page`)
      begun.set(run, steps)
      return doing(...steps)
    }
    if (type !== 'run-finished' || !begun.has(run)) return undefined
    begun.delete(run)
    ended = [...ended, { type, tool, actor, detail: { ok, ...(code === undefined ? {} : { code }) } }]
    return doing({ of: 'audit', expect: { $sequence: ended } })
  }
}

/** What was said in a form, as it was done there. */
function saying(seen: Seen): readonly Json[] {
  if (seen.did === 'click') return [click(seen.hook)]
  if (seen.did === 'fill') return [fill(seen.hook, seen.text)]
  if (seen.did !== 'choose' || seen.hook === undefined) return []
  return [click(seen.hook), ...take(seen.label, seen.value), ...(seen.several === true ? [press('Escape')] : [])]
}
