import type { Command } from '../../../bus/command.ts'
import { equalJson, type Json } from '../../../bus/json.ts'
import { leavesOf, type Leaf } from '../../../bus/schema.ts'
import type { Witness } from '../../recording/types.ts'
import type { LeafFact, StepFact, TraceFacts } from './facts.ts'
import type { LeafKind } from './leafKind.ts'

/** One time a block of steps was shown: a whole demonstration, or one row of a loop in it. */
export interface Sample {
  /** Place of its demonstration among all. */
  readonly trace: number
  /** The row, in a loop. */
  readonly row?: string
}

/** Steps of several samples that stand for one another: what becomes one step of the procedure. */
export interface Column {
  readonly as: string
  readonly command: Command
  readonly samples: readonly Sample[]
  /** By sample; null where it was not done. */
  readonly at: readonly (StepFact | null)[]
  /** Those that were done, at least one. */
  readonly facts: readonly StepFact[]
  readonly leaves: readonly LeafColumn[]
  /** Its turn among the columns of its command: keys of parameters are made of it. */
  readonly turn: number
  /** `recordingId/stepId` of all. */
  readonly from: readonly string[]
  /** Those samples of a column in which one of two values was given. */
  readonly variant?: true
}

/** One leaf over the samples in which its step was done. */
export interface LeafColumn {
  readonly leaf: Leaf
  readonly kind: LeafKind
  /** By sample; null where the step was not done. */
  readonly at: readonly (LeafFact | null)[]
  readonly facts: readonly LeafFact[]
  /** The value of the earliest sample. */
  readonly value: Json
  /** The same in every sample. */
  readonly same: boolean
}

/** What a list said each time a record was taken from it. */
export interface ListChoice {
  /** The column that made the list. */
  readonly list: Column
  readonly sorted: string | null
  readonly found: readonly number[]
  readonly witnesses: readonly Witness[]
}

export interface ColumnParts {
  readonly as: string
  readonly samples: readonly Sample[]
  readonly at: readonly (StepFact | null)[]
  readonly turn: number
  readonly traces: readonly TraceFacts[]
}

/** A column of aligned steps. They have one command and one shape of payload. @throws when all are null */
export function columnOf({ as, samples, at, turn, traces }: ColumnParts): Column {
  const facts = at.filter((fact) => fact !== null)
  const [first] = facts
  if (!first) throw new Error('A column needs a step.')
  const from = at.flatMap((fact, place) => {
    const trace = traces[samples[place]?.trace ?? 0]
    return fact && trace ? [`${trace.trace.recordingId}/${fact.step.stepId}`] : []
  })
  const leaves = leavesOf(first.command.input).flatMap((leaf): readonly LeafColumn[] => {
    const cells = at.map((fact) => fact?.leaves.find((one) => one.leaf.path === leaf.path) ?? null)
    const given = cells.filter((cell) => cell !== null)
    const [one] = given
    if (!one) return []
    return [{ leaf, kind: one.kind, at: cells, facts: given, value: one.value, same: given.every(({ value }) => equalJson(value, one.value)) }]
  })
  return { as, command: first.command, samples, at, facts, leaves, turn, from }
}

/** The samples of a column for which something holds, as a column of its own. */
export function restricted(column: Column, as: string, keep: (place: number) => boolean, traces: readonly TraceFacts[]): Column {
  const at = column.at.map((fact, place) => (keep(place) ? fact : null))
  return { ...columnOf({ as, samples: column.samples, at, turn: column.turn, traces }), variant: true }
}

/** Finds the column a step of a demonstration went into. */
export class ColumnIndex {
  private readonly byStep = new Map<string, Column>()

  constructor(readonly all: readonly Column[]) {
    for (const column of all) {
      column.at.forEach((fact, place) => {
        if (fact) this.byStep.set(`${column.samples[place]?.trace ?? 0}/${fact.step.stepId}`, column)
      })
    }
  }

  of(trace: number, stepId: string): Column | undefined {
    return this.byStep.get(`${trace}/${stepId}`)
  }

  named(as: string): Column | undefined {
    return this.all.find((column) => column.as === as)
  }

  /** The step of a column that belongs to a demonstration; in a loop the first of its rows. */
  factIn(column: Column, trace: number): StepFact | null {
    return column.at.find((fact, place) => fact !== null && column.samples[place]?.trace === trace) ?? null
  }

  /** The list every sample took the record from, when it is one that was set while teaching. */
  choiceOf(column: Column, leaf: LeafColumn): ListChoice | null {
    let list: Column | undefined
    const sorts = new Set<string | null>()
    const found: number[] = []
    const witnesses: Witness[] = []
    for (const [place, cell] of leaf.at.entries()) {
      if (!cell) continue
      const trace = column.samples[place]?.trace ?? 0
      const choice = cell.choice ?? this.inherited(cell, trace)
      const maker = choice?.setHere ? this.of(trace, choice.list) : undefined
      if (!choice || !maker || (list && maker !== list)) return null
      list = maker
      sorts.add(choice.sorted)
      found.push(choice.found)
      if (choice.witness) witnesses.push(choice.witness)
    }
    const [sorted = null] = sorts
    return list ? { list, sorted: sorts.size === 1 ? sorted : null, found, witnesses: witnesses.length === found.length ? witnesses : [] } : null
  }

  /** How the record was taken when it was opened, where that opening is no part of every demonstration. */
  private inherited({ opened }: LeafFact, trace: number): LeafFact['choice'] {
    const opener = opened === null ? undefined : this.of(trace, opened)
    if (!opener || isWhole(opener)) return null
    return this.factIn(opener, trace)?.leaves.find(({ kind }) => kind === 'record')?.choice ?? null
  }

  /** The column that opened the record in every sample. */
  openerOf(column: Column, leaf: LeafColumn): Column | undefined {
    let opener: Column | undefined
    for (const [place, cell] of leaf.at.entries()) {
      if (!cell) continue
      const one = cell.opened === null ? undefined : this.of(column.samples[place]?.trace ?? 0, cell.opened)
      if (!one || (opener && one !== opener)) return undefined
      opener = one
    }
    return opener
  }
}

/** Done in every sample. */
export const isWhole = ({ at }: Column): boolean => !at.includes(null)

/** Whether a leaf is one value in each demonstration, whatever it is in others. */
export function steadyIn({ samples }: Column, { at }: LeafColumn): boolean {
  const values = new Map<number, Json>()
  return at.every((cell, place) => {
    const trace = samples[place]?.trace ?? 0
    if (!cell) return true
    const known = values.get(trace)
    if (known === undefined) values.set(trace, cell.value)
    return known === undefined || equalJson(known, cell.value)
  })
}

/** The value of each demonstration that has one; null elsewhere. */
export const byTrace = ({ samples }: Column, { at }: LeafColumn, traces: number): readonly (Json | null)[] =>
  Array.from({ length: traces }, (_, trace) => at.find((cell, place) => cell !== null && samples[place]?.trace === trace)?.value ?? null)

/** How many demonstrations show it. */
export const timesShown = ({ samples, at }: Column): number =>
  new Set(at.flatMap((fact, place) => (fact ? [samples[place]?.trace ?? 0] : []))).size
