import type { StepFact } from './facts.ts'

/**
 * Steps with neighbouring writes in one order, whatever order they were shown in. Two writes change places only if
 * neither touched a field the other read or wrote, so that both orders give the same state and the same outputs. Only
 * writes on one record are sorted: what was done to several keeps its order.
 */
export function inCanonicalOrder(steps: readonly StepFact[]): readonly StepFact[] {
  const sorted = steps.map((step) => ({ step, name: nameOf(step) }))
  // Bubble sort: each exchange is one of neighbours, so each is checked.
  for (let end = sorted.length - 1, exchanged = true; end > 0 && exchanged; end -= 1) {
    exchanged = false
    for (let place = 0; place < end; place += 1) {
      const first = sorted[place]
      const second = sorted[place + 1]
      if (!first || !second || first.name <= second.name || !commute(first.step, second.step)) continue
      sorted[place] = second
      sorted[place + 1] = first
      exchanged = true
    }
  }
  return sorted.map(({ step }) => step)
}

const nameOf = ({ command, leaves }: StepFact): string => `${command.id} ${leaves.map(({ leaf }) => leaf.path).join(' ')}`

function commute(a: StepFact, b: StepFact): boolean {
  if (a.command.effect !== 'write' || b.command.effect !== 'write' || recordsOf(a) !== recordsOf(b)) return false
  // What is worked out from the record looks at other fields with other arguments.
  if ([a, b].some(({ leaves }) => leaves.some(({ leaf }) => leaf.meaning.fills !== undefined))) return false
  const [wroteA, wroteB] = [writtenBy(a), writtenBy(b)]
  const [sawA, sawB] = [readBy(a), readBy(b)]
  const apart = (wrote: ReadonlySet<string>, ...others: readonly ReadonlySet<string>[]): boolean =>
    [...wrote].every((field) => others.every((other) => !other.has(field)))
  return apart(wroteA, wroteB, sawB) && apart(wroteB, sawA)
}

const recordsOf = ({ leaves }: StepFact): string =>
  JSON.stringify(leaves.flatMap(({ leaf, kind, value }) => (kind === 'record' || kind === 'records' ? [[leaf.meaning.entity, value]] : [])))

const writtenBy = ({ step }: StepFact): ReadonlySet<string> =>
  new Set(step.changes.map(({ entity, id, field }) => JSON.stringify([entity, id, field])))

const readBy = ({ step }: StepFact): ReadonlySet<string> =>
  new Set(step.reads.flatMap(({ entity, id, fields }) => fields.map((field) => JSON.stringify([entity, id, field]))))
