import type { CatalogueIndex } from '../../bus/command.ts'
import type { State } from '../../bus/state.ts'
import { plain, type Words } from '../../bus/words.ts'
import { diffProcedures, type ProcedureChange } from '../../teach/diffProcedures.ts'
import { effectSentence } from '../../teach/procedure/effects.ts'
import type { Library } from './api.ts'
import { stepWords } from './stepWords.ts'
import type { DraftView, StepWords } from './types.ts'

/** Something said of a tool as it is and as it would be. One side is missing where there was, or will be, nothing. */
export interface Replaced {
  readonly what: string
  readonly was?: Words
  readonly is?: Words
}

/** How a tool that is to take the place of another differs from it. */
export interface Replacement {
  readonly name: string
  /** Steps, what it changes, and parameters that are gone. Empty where nothing it does is another. */
  readonly lines: readonly Replaced[]
  /** All by which it could do more than what was approved before. */
  readonly risks: readonly ProcedureChange[]
}

/** What approving a draft would replace, or null where nothing of its name is in use. */
export function replacementOf(view: DraftView, library: Pick<Library, 'tool'>, index: CatalogueIndex, records: State): Replacement | null {
  const tool = library.tool(view.compiled.name)
  if (!tool || tool.state === 'revoked' || tool.draftId !== view.draft.draftId) return null
  const { procedure } = view.generalized
  const was: Words = [effectSentence(tool.procedure, index)]
  const is: Words = [effectSentence(procedure, index)]
  const names = new Set(procedure.params.map((param) => param.name))
  const gone = tool.procedure.params.filter((param) => !names.has(param.name))
  return {
    name: tool.name,
    lines: [
      ...stepLines(stepWords(tool.procedure, index, records), view.steps),
      ...(plain(was) === plain(is) ? [] : [{ what: 'Effect', was, is }]),
      ...gone.map((param): Replaced => ({ what: 'Parameter', was: [{ kind: 'param', text: param.name }] })),
    ],
    risks: diffProcedures(tool.procedure, procedure, index),
  }
}

/** Steps keep their names, so each is compared with itself. */
function stepLines(before: readonly StepWords[], after: readonly StepWords[]): readonly Replaced[] {
  const old = new Map(before.map((step) => [step.as, step.words]))
  const kept = new Set(after.map((step) => step.as))
  return [
    ...after.flatMap(({ as, number, words }): readonly Replaced[] => {
      const was = old.get(as)
      if (was && plain(was) === plain(words)) return []
      return [{ what: `Step ${number}`, ...(was ? { was } : {}), is: words }]
    }),
    ...before.filter(({ as }) => !kept.has(as)).map(({ number, words }): Replaced => ({ what: `Was step ${number}`, was: words })),
  ]
}
