import { leafAddress, type Copies } from './copies.ts'
import type { StepFact, TraceFacts } from './facts.ts'

/**
 * The steps that become part of the procedure: all writes, and the looks something kept depends on. A
 * list counts as used only when its query was set while teaching. When nothing was written the looks
 * themselves are the task, and all stay.
 */
export function liveSteps(facts: TraceFacts, copies: Copies): readonly StepFact[] {
  if (facts.steps.every(({ command }) => command.effect !== 'write')) return facts.steps
  const live = new Set<string>()
  // Backwards: whatever a step uses comes before it.
  for (const fact of facts.steps.toReversed()) {
    if (fact.command.effect !== 'write' && !live.has(fact.step.stepId)) continue
    live.add(fact.step.stepId)
    for (const used of usedBy(fact, copies)) live.add(used)
  }
  return facts.steps.filter(({ step }) => live.has(step.stepId))
}

function usedBy(fact: StepFact, copies: Copies): readonly string[] {
  return fact.leaves.flatMap((leaf) => {
    const copy = copies.get(leafAddress(fact.step.stepId, leaf.leaf.path))
    return [
      ...(leaf.opened === null ? [] : [leaf.opened]),
      ...(leaf.choice?.setHere ? [leaf.choice.list] : []),
      ...(copy?.is === 'copied' ? [copy.from] : []),
    ]
  })
}
