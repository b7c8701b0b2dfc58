import { canonical, equalJson, type Json, type JsonObject } from '../../../src/bus/json.ts'
import { leavesOf } from '../../../src/bus/schema.ts'
import { at } from '../../../src/bus/json.ts'
import type { CatalogueIndex } from '../../../src/bus/command.ts'
import { normalise } from '../../../src/teach/recording/normalise.ts'
import type { Step } from '../../../src/teach/recording/types.ts'
import type { Program } from './evaluate.ts'
import { changesIn, NO_CHANGES } from './execute.ts'
import { slotAt } from './match.ts'
import type { Situation } from './situations.ts'
import type { Task } from './suite.ts'

/** What anybody would try first. Each learns from the writes of the demonstrations, detours already taken out. */
export const BASELINES = ['literal replay', 'every value a parameter', 'pairwise by position', 'do nothing'] as const
export type Baseline = (typeof BASELINES)[number]

/** A leaf as a simple program has it: a value, or an argument of gold's; null for one gold has no argument for. */
type Leaf = { readonly value: Json } | { readonly asks: string | null }
interface SimpleStep {
  readonly command: string
  readonly leaves: Readonly<Record<string, Leaf>>
}

/** The program a baseline makes of the first `k` demonstrations; null when it makes none. */
export function baselineOf(baseline: Baseline, task: Task, k: number, index: CatalogueIndex): Program | null {
  if (baseline === 'do nothing') return () => ({ ok: true, changes: NO_CHANGES, why: '' })
  const traces = task.shown.slice(0, k).map(({ recording }) => writesOf(recording, index))
  const [first] = traces
  if (!first || traces.some((trace) => trace === null)) return null
  if (baseline === 'literal replay') return programOf(first.map((step) => simple(step, index, (_, value) => ({ value }))))
  if (baseline === 'every value a parameter') {
    return programOf(first.map((step) => simple(step, index, (path) => ({ asks: argumentAt(task, step, path) }))))
  }
  const commands = traces.map((trace) => canonical(trace?.map(({ command }) => command)))
  if (new Set(commands).size > 1) return null
  return programOf(
    first.map((step, place) =>
      simple(step, index, (path, value) => {
        const agree = traces.every((trace) => equalJson(at(trace?.[place]?.input, path), value))
        return agree ? { value } : { asks: argumentAt(task, step, path) }
      }),
    ),
  )
}

type Kept = Step & { readonly from: string }

function writesOf(recording: Task['shown'][number]['recording'], index: CatalogueIndex): readonly Kept[] | null {
  const trace = normalise(recording, index)
  if (!trace.ok) return null
  return trace.value.steps
    .filter(({ command }) => index.command(command)?.effect === 'write')
    .map((step) => ({ ...step, from: `${recording.recordingId}/${step.stepId}` }))
}

function simple(step: Kept, index: CatalogueIndex, leaf: (path: string, value: Json) => Leaf): SimpleStep {
  const leaves = leavesOf(index.command(step.command)?.input ?? {}).flatMap(({ path }): [string, Leaf][] => {
    const value = at(step.input, path)
    return value === undefined ? [] : [[path, leaf(path, value)]]
  })
  return { command: step.command, leaves: Object.fromEntries(leaves) }
}

function argumentAt({ gold, played }: Task, step: Kept, path: string): string | null {
  const part = played.get(step.from)
  const slot = part && slotAt(gold, part, path)
  return slot?.is === 'param' ? slot.param : null
}

const programOf =
  (steps: readonly SimpleStep[]): Program =>
  (situation) => {
    const surplus = steps.flatMap(({ command, leaves }) =>
      Object.entries(leaves).flatMap(([path, leaf]) => ('asks' in leaf && leaf.asks === null ? [`${command}.${path}`] : [])),
    )[0]
    return surplus === undefined ? runSimple(steps, situation) : { declines: `asks for ${surplus}` }
  }

function runSimple(steps: readonly SimpleStep[], { desk, given }: Situation): ReturnType<Program> {
  const fork = desk.bus.fork({ actor: 'agent', source: 'baseline' })
  for (const { command, leaves } of steps) {
    const input: JsonObject = Object.fromEntries(
      Object.entries(leaves).map(([path, leaf]) => [path, 'value' in leaf ? leaf.value : (given.args[leaf.asks ?? ''] ?? null)]),
    )
    const done = fork.dispatch(command, input, { actor: 'agent', source: 'baseline' })
    if (!done.ok) return { ok: false, changes: NO_CHANGES, why: `${done.error.code} ${canonical(input)}` }
  }
  return { ok: true, changes: changesIn(fork, desk), why: '' }
}
