import type { CatalogueIndex } from '../../bus/command.ts'
import { equalJson, type Json } from '../../bus/json.ts'
import { EMPTY_VIEW } from '../../bus/state.ts'
import { Overlay, Records } from '../../bus/table.ts'
import { trackReads } from '../../bus/trackReads.ts'
import { changesOf, fieldKey, patchesOf } from './changes.ts'
import { isWrite } from './edits.ts'
import { cutOutput } from './project.ts'
import { recordsIn } from './slice.ts'
import type { Slice, Step, StepChange } from './types.ts'

/**
 * What the kept steps would have changed had the others never been done. A step that looked at nothing the others
 * changed keeps what was recorded; any other is planned again on the slice. One that is refused there keeps what
 * was recorded too, and verification will name it.
 * @param all every step as it happened, undo and redo among them
 * @param kept the steps that stay, in order, perhaps with another input or command
 */
export function rebase(all: readonly Step[], kept: readonly Step[], slice: Slice, index: CatalogueIndex): readonly Step[] {
  const real = new Map<string, Json | undefined>()
  const ours = new Map<string, Json | undefined>()
  const state = new Overlay(Records.of(index.entities, recordsIn(slice)), index.entities)
  const byId = new Map(kept.map((step) => [step.stepId, step]))
  const differs = (key: string): boolean => (real.has(key) || ours.has(key)) && !equalJson(real.get(key), ours.get(key))
  const stand = (side: Map<string, Json | undefined>, changes: readonly StepChange[]): void => {
    for (const { entity, id, field, before, after } of changes) {
      const key = fieldKey(entity, id, field)
      // A field is known to both sides from its first value on, so that only real differences count.
      if (!real.has(key)) real.set(key, before)
      if (!ours.has(key)) ours.set(key, before)
      side.set(key, after)
    }
  }
  const rebased: Step[] = []
  for (const raw of all) {
    const step = byId.get(raw.stepId)
    if (step) {
      const moved = step.command !== raw.command || !equalJson(step.input, raw.input) || looksAt(raw).some(differs)
      const { output, changes, reads } = raw
      const again = moved && isWrite(index.command(step.command)) ? planned(step, state, index) : undefined
      const made = again ?? { ...step, output, changes, reads }
      rebased.push(made)
      stand(ours, made.changes)
      state.apply(patchesOf(made.changes, index))
    }
    stand(real, raw.changes)
  }
  return rebased
}

const looksAt = (step: Step): readonly string[] => [
  ...step.reads.flatMap(({ entity, id, fields }) => fields.map((field) => fieldKey(entity, id, field))),
  ...step.changes.map(({ entity, id, field }) => fieldKey(entity, id, field)),
]

function planned(step: Step, state: Overlay, index: CatalogueIndex): Step | undefined {
  const tracked = trackReads({ get: (entity, id) => state.peek(entity, id), list: (entity) => state.list(entity) })
  const plan = index.command(step.command)?.plan(tracked.state, EMPTY_VIEW, step.input, { now: step.time })
  if (!plan || 'refused' in plan) return undefined
  const { output, patches } = tracked.release(plan)
  return { ...step, output: cutOutput(output).output, changes: changesOf(patches ?? [], index), reads: tracked.reads() }
}
