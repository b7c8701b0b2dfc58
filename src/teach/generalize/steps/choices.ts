import type { Command } from '../../../bus/command.ts'
import { at, type JsonObject } from '../../../bus/json.ts'
import { leavesOf } from '../../../bus/schema.ts'
import { listOf, rowsAt, totalIn } from '../../procedure/lists.ts'
import type { RecordedEvidence, Step, Trace, Witness } from '../../recording/types.ts'

/** A record taken from a list that a kept step of the recording made. */
export interface Choice {
  /** The step that made the list. */
  readonly list: string
  /** At least one part of the query was set while teaching; else the list merely stood there. */
  readonly setHere: boolean
  /** The sort was set while teaching; its value. */
  readonly sorted: string | null
  /** How many records the query found; more than the list had where it was asked for some only. */
  readonly found: number
  /** What the whole list said of the record; null when nothing was counted. */
  readonly witness: Witness | null
}

/**
 * Which list a record was taken from, if from one that a kept step of this recording made. A record that was opened earlier, typed or pasted was taken from no list.
 */
export function choiceOf(
  step: Step,
  command: Command,
  leaf: string,
  earlier: readonly Step[],
  trace: Trace,
  commandOf: (id: string) => Command,
): Choice | null {
  const view = step.view === undefined ? undefined : trace.views[step.view]
  if (!view || !tookFromList(step.evidence[leaf], command)) return null
  const list = view.step === undefined ? undefined : earlier.find(({ stepId }) => stepId === view.step)
  if (!list) return null
  const maker = commandOf(list.command)
  const order = orderOf(maker, list.input)
  return {
    list: list.stepId,
    setHere: leavesOf(maker.input).some(({ path }) => at(list.input, path) !== undefined && setWhileTeaching(list.evidence[path])),
    sorted: order && setWhileTeaching(list.evidence[order.leaf]) ? order.value : null,
    found: foundBy(list, maker) ?? 0,
    witness: step.choices[leaf] ?? null,
  }
}

/** A part of a query that the person gave in this recording. Without evidence nobody can tell, so it was not. */
export const setWhileTeaching = (evidence: RecordedEvidence | undefined): boolean =>
  evidence !== undefined && evidence.beforeTeach !== true && evidence.how !== 'default'

function tookFromList(evidence: RecordedEvidence | undefined, command: Command): boolean {
  switch (evidence?.how) {
    case 'picked':
      return evidence.from === 'list'
    case 'selection':
      return true
    case 'focus':
      // Next-item flow takes a row of the list when it opens it; what is then done with the open record takes nothing.
      return evidence.from === 'cursor' || (evidence.from === 'auto' && evidence.step === undefined && command.effect !== 'write')
    default:
      return false
  }
}

/** Which end of which field comes first in a list made with this input; null when nothing orders it. */
export function orderOf(command: Command, input: JsonObject): { readonly leaf: string; readonly value: string } | null {
  for (const { path, meaning } of leavesOf(command.input)) {
    const value = at(input, path)
    if (meaning.sort && typeof value === 'string' && Object.hasOwn(meaning.sort, value)) return { leaf: path, value }
  }
  return null
}

/** How many records a step found; null when it makes no list. A command that shows a part of what it found says how many there are. */
export function foundBy(step: Step, command: Command): number | null {
  const list = listOf(command)
  if (!list) return null
  const rows = step.outputCut?.total ?? rowsAt(step.output, list.path).length
  return Math.max(totalIn(command, step.output) ?? 0, rows)
}
