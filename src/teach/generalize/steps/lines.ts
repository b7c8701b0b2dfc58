import type { CatalogueIndex } from '../../../bus/command.ts'
import type { Trace } from '../../recording/types.ts'
import type { Line } from './align.ts'
import { inCanonicalOrder } from './commute.ts'
import { valueStands } from '../leaves/copies.ts'
import { factsOf, type LeafFact, type StepFact } from './facts.ts'

/**
 * The steps of one demonstration, or of one row of a loop, as alignment sees them. A record is told by its turn among
 * those that something was written to, so that one opened by mistake does not stand for the right one; a look by what
 * was copied from it.
 */
export function linesIn(steps: readonly StepFact[]): readonly Line<StepFact>[] {
  const writes = steps.filter(({ command }) => command.effect === 'write')
  const acting = writes.length > 0 ? writes : steps
  const turns = new Map<string, number>()
  for (const record of acting.flatMap(({ leaves }) => leaves.flatMap(recordsIn))) if (!turns.has(record)) turns.set(record, turns.size)
  const given = steps.flatMap((step, at) => (step.command.effect === 'write' ? step.leaves.flatMap((leaf) => (leaf.kind === 'record' ? [] : [{ at, step, leaf }])) : []))
  return steps.map((fact, place): Line<StepFact> => {
    const { command, leaves } = fact
    const named = leaves.flatMap((leaf) =>
      recordsIn(leaf).flatMap((record) => {
        const { path } = leaf.leaf
        const turn = turns.get(record)
        return [...(turn === undefined ? [] : [`${path} ${turn}`]), ...(leaf.choice?.setHere ? [`${path} listed`] : [])]
      }),
    )
    const looks = command.effect !== 'write' && leaves.some(({ kind }) => kind === 'record')
    const copied = new Set(looks ? given.flatMap(({ at, leaf, step }) => (at > place ? valueStands(fact, step, leaf).map((path) => `copied ${path}`) : [])) : [])
    return {
      item: fact,
      signature: JSON.stringify([command.id, leaves.map(({ leaf }) => leaf.path).sort()]),
      writes: command.effect === 'write',
      bindings: [...named, ...copied],
    }
  })
}

/** A whole demonstration; nothing when it uses a command that cannot be taught here. */
export function linesOf(trace: Trace, index: CatalogueIndex): readonly Line<StepFact>[] {
  const known = trace.steps.every(({ command }) => index.command(command)?.recordable ?? false)
  return known ? linesIn(inCanonicalOrder(factsOf(trace, index).steps)) : []
}

const recordsIn = ({ leaf, kind, value }: LeafFact): readonly string[] => (kind === 'record' ? [JSON.stringify([leaf.meaning.entity, value])] : [])
