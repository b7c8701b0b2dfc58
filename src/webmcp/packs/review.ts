import { fail, ok, type Result } from '../../bus/results.ts'
import { compileTool } from '../../teach/compile/compileTool.ts'
import { digestOf } from '../../teach/compile/digest.ts'
import { finding } from '../../teach/compile/finding.ts'
import { toName, uniqueName } from '../../teach/compile/names.ts'
import type { Finding } from '../../teach/generalize/types.ts'
import { effectSentence } from '../../teach/procedure/effects.ts'
import type { Procedure } from '../../teach/procedure/types.ts'
import { vocabularyOf } from '../library/computeDraft.ts'
import { stepWords } from '../library/stepWords.ts'
import { shelfOf } from '../library/stored.ts'
import { FIXED_PREFIX, wrongName } from '../library/toolName.ts'
import type { Compiled, StepWords } from '../library/types.ts'
import { LIVE_LIMIT } from '../registry/api.ts'
import { isAsApproved } from '../registry/standing.ts'
import { atSteps } from './atSteps.ts'
import { bindingFindings, type BindingPorts } from './bindings.ts'
import { authorText } from './exportPack.ts'
import { inside } from './fault.ts'
import type { PackTool, ParsedPack } from './format.ts'
import { restoreProcedure } from './restoreProcedure.ts'

/** A tool of a pack as it would be imported now. */
export interface PackEntry {
  /** Its place in the pack, from 0. */
  readonly place: number
  /**
   * `here`: this very tool is in the library · `known`: this browser approved exactly this before · `new`: a person
   * must see it · `blocked`: it cannot be a tool here.
   */
  readonly standing: 'here' | 'known' | 'new' | 'blocked'
  /** What the file calls it; `compiled.name` is another where that is taken. */
  readonly calledName: string
  readonly compiled: Compiled
  /** The computed part of the description. */
  readonly effects: string
  readonly procedure: Procedure
  readonly digest: string
  readonly steps: readonly StepWords[]
  /** Worst first. */
  readonly findings: readonly Finding[]
  readonly source: PackTool
}

/** What a pack would bring, computed for the library as it is. */
export interface PackReview {
  readonly entries: readonly PackEntry[]
  /** How many more tools may be live. */
  readonly room: number
}

/** A pack held against the catalogue: every program is one this page can run. */
export interface SoundPack {
  readonly tools: readonly (PackTool & { readonly procedure: Procedure })[]
}

/** Names the person gave to tools of the pack, by place. */
export type Renames = ReadonlyMap<number, string>

/** Refuses a pack with a program this page does not know how to run; gives it with the catalogue's own schemas. */
export function soundPack(pack: ParsedPack, { index }: Pick<BindingPorts, 'index'>): Result<SoundPack> {
  const tools: PackTool[] = []
  for (const [place, tool] of pack.tools.entries()) {
    const procedure = restoreProcedure(tool.procedure, index, inside(inside(inside('', 'tools'), place).replace(/^\./, ''), 'procedure'))
    if (!procedure.ok) return procedure
    tools.push({ ...tool, procedure: procedure.value })
  }
  return ok({ tools })
}

/** Compiles every tool of a pack anew, checks it, and finds each a name nobody has. Pure. */
export function reviewPack({ tools }: SoundPack, ports: BindingPorts, renames: Renames = new Map()): PackReview {
  const shelf = [...shelfOf(ports.records).tools.values()]
  const present = shelf.filter((tool) => tool.state !== 'revoked')
  const approved = new Set(shelf.filter(isAsApproved).map((tool) => tool.digest))
  const here = new Set(present.filter(isAsApproved).map((tool) => tool.digest))
  const taken = new Set(present.map((tool) => tool.name))
  const entries = tools.map((tool, place): PackEntry => {
    const original = compiledAs(tool, tool.name, ports)
    if (here.has(original.digest)) return entryOf(tool, place, 'here', original)
    const wanted = renames.get(place) ?? tool.name
    const fault = nameProblem(wanted, taken)
    const name = fault === null || renames.has(place) ? wanted : freeName(wanted, taken)
    const made = name === tool.name ? original : compiledAs(tool, name, ports)
    const known = approved.has(made.digest)
    const named = nameFindings(tool.name, name, renames.has(place) ? fault : null, fault)
    const other = tool.digest === original.digest ? [] : [finding('note', 'digest', 'tool', [ELSEWHERE])]
    const findings = [...named, ...(known ? [] : bindingFindings(tool.procedure, ports)), ...made.findings, ...other]
    const blocked = findings.some(({ level }) => level === 'block')
    taken.add(made.compiled.name)
    return entryOf(tool, place, blocked ? 'blocked' : known ? 'known' : 'new', { ...made, findings })
  })
  return { entries, room: Math.max(0, LIVE_LIMIT - present.filter((tool) => tool.state === 'live').length) }

  function entryOf(tool: PackTool, place: number, standing: PackEntry['standing'], { compiled, digest, findings }: Made): PackEntry {
    const { procedure, name } = tool
    const steps = stepWords(procedure, ports.index, ports.records)
    const said = atSteps(worstFirst(findings), steps)
    const effects = effectSentence(procedure, ports.index)
    return { place, standing, calledName: name, compiled, effects, procedure, digest, steps, findings: said, source: tool }
  }
}

const ELSEWHERE = 'It was another where it was exported: the file was changed, or this desk has other names and versions'

interface Made {
  readonly compiled: Compiled
  readonly digest: string
  readonly findings: readonly Finding[]
}

function compiledAs(tool: PackTool, name: string, { index, records }: BindingPorts): Made {
  const description = authorText(tool.description, effectSentence(tool.procedure, index))
  const { compiled, findings } = compileTool(tool.procedure, { name, title: tool.title, description }, index, {
    vocabulary: vocabularyOf(records, index),
  })
  return { compiled, findings, digest: digestOf(compiled, tool.procedure) }
}

/** What stands against a name, to follow it in words, or null. */
function nameProblem(name: string, taken: ReadonlySet<string>): string | null {
  return wrongName(name) ?? (taken.has(name) ? 'is the name of another tool' : null)
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const own = name.startsWith(FIXED_PREFIX) ? name.slice(FIXED_PREFIX.length) : name
  return uniqueName(toName(own, 'imported_tool'), taken)
}

/**
 * @param refused what is wrong with the name the person gave
 * @param fault what was wrong with the name wanted first
 */
function nameFindings(called: string, name: string, refused: string | null, fault: string | null): readonly Finding[] {
  if (refused !== null) return [finding('block', 'name', 'tool', [`This name ${refused}`])]
  if (name === called) return []
  const shown = called.length > 60 ? `${called.slice(0, 59)}…` : called
  const level = fault === null ? 'note' : 'warn'
  return [finding(level, 'renamed', 'tool', ['The pack calls it ', { kind: 'ugc', text: shown }, fault === null ? '' : `: that ${fault}`])]
}

const RANK: Readonly<Record<Finding['level'], number>> = { block: 0, warn: 1, note: 2 }

const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  [...new Map(findings.map((one) => [one.findingId, one])).values()].sort((a, b) => RANK[a.level] - RANK[b.level])

/** The chosen entries if they still are what was shown; else the library changed meanwhile. */
export function stillAsShown(shown: PackReview, now: PackReview, places: readonly number[]): Result<readonly PackEntry[]> {
  const entries = places.flatMap((place) => now.entries[place] ?? [])
  const same = entries.every(({ place, digest, standing }) => {
    const before = shown.entries[place]
    return before?.digest === digest && before.standing === standing
  })
  if (entries.length === 0) return fail('INVALID_INPUT', 'Choose at least one tool to import.')
  if (!same || entries.length < places.length) return fail('STALE', 'The library changed meanwhile. Look at the tools again.')
  return ok(entries)
}
