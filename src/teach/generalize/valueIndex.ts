import { canonical, isObject, type Json } from '../../bus/json.ts'
import { actedOn } from '../procedure/lists.ts'
import type { Expr } from '../procedure/types.ts'
import type { StepFact } from './facts.ts'

/** Where a value stood before: an expression, and the place of the step it stands in. */
export interface Sighting {
  readonly expr: Expr
  readonly place: number
}

/**
 * Inverted index: value → all places of earlier steps where it stood, in outputs (whole values and
 * members of objects; not rows of lists, which have no fixed place) and in inputs.
 */
export class ValueIndex {
  private readonly sightings = new Map<string, Sighting[]>()

  static of(steps: readonly StepFact[]): ValueIndex {
    const index = new ValueIndex()
    for (const { step, command, leaves, place } of steps) {
      const as = step.stepId
      walk(step.output, '', (value, path) => index.add(value, { expr: { op: 'out', step: as, path }, place }))
      for (const { leaf, value } of leaves) index.add(value, { expr: { op: 'arg', step: as, path: leaf.path }, place })
      // Fields of the record as it is at that moment, where the step opened it and shows them.
      const [record] = actedOn(command, step.input)
      const [named] = leaves.filter(({ kind }) => kind === 'record')
      if (!record || !named || command.effect === 'write') continue
      const of: Expr = { op: 'arg', step: as, path: named.leaf.path }
      walk(step.output, '', (value, field) => index.add(value, { expr: { op: 'field', entity: record.entity, of, field }, place }))
    }
    return index
  }

  /** Sightings before a step, nearest first. */
  before(place: number, value: Json): readonly Sighting[] {
    return (this.sightings.get(canonical(value)) ?? []).filter((sighting) => sighting.place < place).toReversed()
  }

  private add(value: Json, sighting: Sighting): void {
    const key = canonical(value)
    const known = this.sightings.get(key)
    if (known) known.push(sighting)
    else this.sightings.set(key, [sighting])
  }
}

function walk(value: Json, path: string, see: (value: Json, path: string) => void): void {
  if (path !== '') see(value, path)
  if (isObject(value)) for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`, see)
}
