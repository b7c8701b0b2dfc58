import type { CatalogueIndex } from '../../bus/command.ts'
import { isObject, type Json } from '../../bus/json.ts'
import { cutOutput } from './project.ts'
import { keyOf, touchedBy } from './slice.ts'
import type { Recording, Slice, Step, ViewSnapshot } from './types.ts'

/** Bytes of JSON a recording may have. */
export const MAX_BYTES = 64 * 1024

/** Longest text kept whole once a recording has to be cut that far. */
const MAX_TEXT = 400

export const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

type Cut = readonly [note: string, cut: (recording: Recording) => Recording]

/**
 * A recording within its size. Lists are cut first, those that led to nothing before all; steps, evidence and
 * what the full lists said about each choice always stay. Every cut is noted.
 * @param kept the steps normalising keeps
 */
export function fit(recording: Recording, kept: readonly Step[], index: CatalogueIndex, most = MAX_BYTES): Recording {
  let fitted = recording
  let size = sizeOf(fitted)
  for (const [note, cut] of cutsFor(kept, index)) {
    if (size <= most) break
    const smaller = cut(fitted)
    const left = sizeOf(smaller)
    if (left >= size) continue
    fitted = { ...smaller, cuts: [...fitted.cuts, note] }
    size = sizeOf(fitted)
  }
  return fitted
}

function cutsFor(kept: readonly Step[], index: CatalogueIndex): readonly Cut[] {
  const ids = new Set(kept.map(({ stepId }) => stepId))
  const viewIds = new Set(kept.map(({ view }) => view))
  const isKept = ({ stepId }: Step): boolean => ids.has(stepId)
  const isUsed = ({ viewId }: ViewSnapshot): boolean => viewIds.has(viewId)
  return [
    ['Rows of lists that led to nothing were left out.', (one) => cutLists(one, 3, not(isKept), not(isUsed))],
    ['What lists said about records that led to nothing was left out.', (one) => withoutChoices(one, isKept)],
    ['Of pairs of properties only those of one row alone were kept.', (one) => ({ ...one, steps: one.steps.map(onlySinglePairs) })],
    ['Lists were cut to 20 rows.', (one) => cutLists(one, 20)],
    ['Records that were only shown were left out, but for the first of each list.', (one) => cutSlice(one, kept, index, true)],
    ['Lists were cut to 8 rows.', (one) => cutLists(one, 8)],
    ['Lists were cut to 3 rows and 20 ids.', (one) => cutIds(cutLists(one, 3), 20)],
    ['Records that were only shown were left out.', (one) => cutSlice(one, kept, index, false)],
    [`Texts were cut to ${MAX_TEXT} characters.`, (one) => ({ ...one, slice: cutTexts(one.slice) as Slice, steps: one.steps.map(cutStep) })],
    ['What came back from reads was left out.', (one) => cutLists(one, 0)],
  ]
}

const not =
  <T>(test: (value: T) => boolean) =>
  (value: T): boolean =>
    !test(value)

function cutLists(
  recording: Recording,
  most: number,
  steps: (step: Step) => boolean = () => true,
  views: (view: ViewSnapshot) => boolean = () => true,
): Recording {
  return {
    ...recording,
    views: mapValues(recording.views, (view) => (views(view) ? { ...view, rows: view.rows.slice(0, most) } : view)),
    steps: recording.steps.map((step) => (steps(step) ? cutRows(step, most) : step)),
  }
}

/** Steps that normalising drops need nothing said about what they chose. */
const withoutChoices = (recording: Recording, isKept: (step: Step) => boolean): Recording => ({
  ...recording,
  steps: recording.steps.map((step) => (isKept(step) ? step : { ...step, choices: {} })),
})

function cutRows(step: Step, most: number): Step {
  const { output, cut } = cutOutput(step.output, most)
  return cut ? { ...step, output, outputCut: { shown: cut.shown, total: step.outputCut?.total ?? cut.total } } : step
}

const cutIds = (recording: Recording, most: number): Recording => ({
  ...recording,
  views: mapValues(recording.views, (view) => ({ ...view, ids: view.ids.slice(0, most) })),
})

/** Leaves out records that no step read, wrote, chose or named. @param rows keeps those a view still shows */
function cutSlice(recording: Recording, kept: readonly Step[], index: CatalogueIndex, rows: boolean): Recording {
  const needed = new Set(touchedBy([...recording.steps, ...kept], index).map(keyOf))
  const { focus } = recording.start
  if (focus) needed.add(keyOf(focus))
  if (rows) {
    for (const { entity, ids, rows: shown } of Object.values(recording.views)) {
      for (const id of ids.slice(0, shown.length)) needed.add(keyOf({ entity, id }))
    }
  }
  const slice = Object.fromEntries(
    Object.entries(recording.slice).map(([entity, records]) => {
      // Vocabulary is small, and whatever stays may name it.
      const isShown = Object.values(recording.views).some((view) => view.entity === entity)
      return [entity, isShown ? Object.fromEntries(Object.entries(records).filter(([id]) => needed.has(keyOf({ entity, id })))) : records]
    }),
  )
  return { ...recording, slice }
}

function cutStep(step: Step): Step {
  return { ...step, output: cutTexts(step.output) }
}

function cutTexts(value: Json | Slice): Json {
  if (typeof value === 'string') return value.length <= MAX_TEXT ? value : `${value.slice(0, MAX_TEXT - 1)}…`
  if (Array.isArray(value)) return (value as readonly Json[]).map(cutTexts)
  return isObject(value) ? mapValues(value, cutTexts) : value
}

const onlySinglePairs = (step: Step): Step => ({
  ...step,
  choices: mapValues(step.choices, (witness) => ({ ...witness, pairs: witness.pairs.filter(({ count }) => count === 1) })),
})

const mapValues = <T, U>(object: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
