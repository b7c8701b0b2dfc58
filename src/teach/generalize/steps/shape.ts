import type { CatalogueIndex } from '../../../bus/command.ts'
import { fail, ok, type Result } from '../../../bus/results.ts'
import type { Trace } from '../../recording/types.ts'
import { alignAll, type Line } from './align.ts'
import { columnOf, type Column, type Sample } from './columns.ts'
import { inCanonicalOrder } from './commute.ts'
import { factsOf, type StepFact, type TraceFacts } from './facts.ts'
import { linesIn } from './lines.ts'
import { foldLoops, isLoop, type LoopFact } from './loops.ts'

/** What demonstrations have in common, before anything is decided: columns of steps, and loops with columns of their own. */
export type Item = { readonly kind: 'step'; readonly column: Column } | LoopItem

export interface LoopItem {
  readonly kind: 'loop'
  readonly as: string
  readonly samples: readonly Sample[]
  /** By sample of the scope around: the loop as it was shown there. */
  readonly at: readonly (LoopFact | null)[]
  /** The rows of all demonstrations: samples of the body. */
  readonly rows: readonly Sample[]
  readonly body: readonly Item[]
}

export interface Shape {
  /** In the order they were shown. */
  readonly traces: readonly TraceFacts[]
  readonly items: readonly Item[]
  /** All columns in reading order. */
  readonly columns: readonly Column[]
  readonly loops: readonly LoopItem[]
}

/** Demonstrations are laid side by side up to this many. */
const MOST = 8

/**
 * Reads demonstrations in the order they were shown, whatever order they come in.
 * @returns `INVALID_INPUT`, `BLOCKED` or `LIMIT` in words for a person
 */
export function readTraces(traces: readonly Trace[], index: CatalogueIndex): Result<readonly TraceFacts[]> {
  if (traces.length === 0) return fail('INVALID_INPUT', 'There is no demonstration to learn from.')
  if (traces.length > MOST) return fail('LIMIT', `A tool is learnt from at most ${MOST} demonstrations; leave some out.`)
  for (const { steps } of traces) {
    if (steps.length === 0) return fail('INVALID_INPUT', 'Nothing is left of this recording to learn from: show at least one step.')
    const unknown = steps.find(({ command }) => !(index.command(command)?.recordable ?? false))
    if (unknown) return fail('BLOCKED', 'This recording uses a command that does not exist here or cannot be taught.')
  }
  const sorted =
    traces.length < 2
      ? traces
      : traces
          .map((trace) => ({ trace, key: `${trace.steps[0]?.time ?? ''} ${trace.recordingId}` }))
          .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
          .map(({ trace }) => trace)
  return ok(sorted.map((trace) => factsOf(trace, index)))
}

/** The steps of each demonstration in the order in which they can be compared. */
export const sequencesOf = (traces: readonly TraceFacts[]): readonly (readonly StepFact[])[] => traces.map(({ steps }) => inCanonicalOrder(steps))

/**
 * Lays demonstrations side by side.
 * @param ordered their steps as `sequencesOf` gives them
 * @param folded whether repeated blocks are taken as loops
 */
export function shapeOf(traces: readonly TraceFacts[], ordered: readonly (readonly StepFact[])[], folded: boolean): Shape {
  // A single demonstration keeps the order it was shown in.
  const plain = traces.length > 1 ? ordered : traces.map(({ steps }) => steps)
  const sequences = folded ? foldLoops(traces, ordered) : plain
  const builder = new ShapeBuilder(traces)
  const items = builder.items(sequences, traces.map((_, trace) => ({ trace })))
  return { traces, items, columns: builder.columns, loops: builder.loops }
}

type Piece = StepFact | LoopFact

class ShapeBuilder {
  readonly columns: Column[] = []
  readonly loops: LoopItem[] = []
  private readonly turns = new Map<string, number>()

  constructor(private readonly traces: readonly TraceFacts[]) {}

  items(sequences: readonly (readonly Piece[])[], samples: readonly Sample[]): readonly Item[] {
    const lines = sequences.map((pieces) => {
      const steps = linesIn(pieces.filter((piece): piece is StepFact => !isLoop(piece)))
      let turn = 0
      return pieces.flatMap((piece): readonly Line<Piece>[] => (isLoop(piece) ? [loopLine(piece)] : steps.slice(turn, ++turn)))
    })
    return alignAll(lines).map((cells): Item => {
      const [first] = cells.filter((cell) => cell !== null)
      return first && isLoop(first) ? this.loop(cells, samples) : this.step(cells, samples)
    })
  }

  private step(cells: readonly (Piece | null)[], samples: readonly Sample[]): Item {
    const at = cells.map((cell) => (cell && !isLoop(cell) ? cell : null))
    const place = at.findIndex((fact) => fact !== null)
    const first = at[place]
    const trace = samples[place]?.trace ?? 0
    // Counted for each demonstration apart, so that one more demonstration moves no turn there was.
    const counted = `${trace} ${first?.command.id ?? ''}`
    const turn = this.turns.get(counted) ?? trace * MOST_TURNS
    this.turns.set(counted, turn + 1)
    const column = columnOf({ as: nameIn(trace, first?.step.stepId ?? 's'), samples, at, turn, traces: this.traces })
    this.columns.push(column)
    return { kind: 'step', column }
  }

  private loop(cells: readonly (Piece | null)[], samples: readonly Sample[]): Item {
    const at = cells.map((cell) => (cell && isLoop(cell) ? cell : null))
    const place = at.findIndex((one) => one !== null)
    const as = nameIn(samples[place]?.trace ?? 0, `each_${at[place]?.list.step.stepId ?? ''}`)
    const rows: Sample[] = []
    const blocks: (readonly Piece[])[] = []
    at.forEach((one, place) => {
      one?.blocks.forEach((block, row) => {
        rows.push({ trace: samples[place]?.trace ?? 0, row: one.rows[row] ?? '' })
        blocks.push(block)
      })
    })
    const item: LoopItem = { kind: 'loop', as, samples, at, rows, body: this.items(blocks, rows) }
    this.loops.push(item)
    return item
  }
}

/** More steps of one command than a demonstration has. */
const MOST_TURNS = 1000

/**
 * Named after the step of the demonstration that showed it first, so that names stay when more are added: answers and
 * changes by hand go by them. Each demonstration counts its steps anew, so those of a later one say which it is.
 */
const nameIn = (trace: number, wanted: string): string => (trace === 0 ? wanted : `${wanted}_${trace + 1}`)

const loopLine = (item: LoopFact): Line<Piece> => ({ item, signature: `loop ${item.entity}`, writes: true, bindings: [] })
