import type { CatalogueIndex } from '../../bus/command.ts'
import { at, equalJson, type JsonObject } from '../../bus/json.ts'
import { leavesOf } from '../../bus/schema.ts'
import type { LiveRecording, Step } from './types.ts'

/** A list as it was asked for. */
interface Asked {
  readonly command: string
  readonly input: JsonObject
}

/**
 * The steps by the lines they are shown on: what is typed letter by letter into the search of a list is one line, although
 * each letter is a step. Only the showing: the steps stay, and which of them lead to nothing is found when they are normalised.
 * Undo and redo are on no line.
 */
export function typedLines({ steps, start, views }: LiveRecording, index: CatalogueIndex): readonly (readonly [Step, ...Step[]])[] {
  const lines: [Step, ...Step[]][] = []
  const first = start.view === undefined ? undefined : views[start.view]
  let asked: Asked | null = first ? { command: first.command, input: first.query } : null
  let typing: string | null = null
  for (const step of steps) {
    if (step.reverts || step.restores) continue
    const part = asked && typedPart(asked, step, index)
    const line = lines.at(-1)
    // The line before is the one that was typed on, or it would not have been.
    if (line && part !== null && part === typing && line[0].struck === step.struck) line.push(step)
    else lines.push([step])
    typing = part
    if (makesList(step, index)) asked = step
  }
  return lines
}

/** The one part of a list's query that a step changed by typing, or by clearing what had been typed; null where it is no such step. */
function typedPart(before: Asked, step: Step, index: CatalogueIndex): string | null {
  if (step.command !== before.command || !makesList(step, index)) return null
  const changed = leavesOf(index.command(step.command)?.input ?? {}).filter(({ path }) => !equalJson(at(before.input, path) ?? null, at(step.input, path) ?? null))
  const [{ path } = { path: '' }, ...more] = changed
  if (changed.length === 0 || more.length > 0) return null
  const how = step.evidence[path]?.how
  return how === 'typed' || how === 'pasted' || at(step.input, path) === undefined ? path : null
}

const makesList = ({ command }: Step, index: CatalogueIndex): boolean =>
  leavesOf(index.command(command)?.output ?? {}).some(({ meaning }) => meaning.list !== undefined)
