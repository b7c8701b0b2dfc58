import type { CatalogueIndex } from '../../bus/command.ts'
import { deepFreeze } from '../../bus/json.ts'
import { ok, type Result } from '../../bus/results.ts'
import type { State } from '../../bus/state.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import { compileTool } from '../../teach/compile/compileTool.ts'
import { digestOf } from '../../teach/compile/digest.ts'
import { verifyFindings } from '../../teach/generalize/findings.ts'
import { generalize } from '../../teach/generalize/generalize.ts'
import type { Answers, Check, Edit, Finding, Generalized } from '../../teach/generalize/types.ts'
import { verify } from '../../teach/generalize/checks/verify.ts'
import type { Procedure } from '../../teach/procedure/types.ts'
import { normalise } from '../../teach/recording/normalise.ts'
import type { Recording, Trace } from '../../teach/recording/types.ts'
import { stepWords } from './stepWords.ts'
import type { Authored, DraftRecord, DraftView } from './types.ts'

export interface ComputePorts {
  readonly index: CatalogueIndex
  readonly validatorFor: ValidatorFor
}

/** What demonstrations amount to, before anybody named anything. The expensive part. */
export interface Learned {
  readonly generalized: Generalized
  readonly checks: readonly Check[]
}

/** Learns from recordings: normalises, generalizes and verifies. Pure. */
export function learn(
  recordings: readonly Recording[],
  answers: Answers,
  edits: readonly Edit[],
  { index, validatorFor }: ComputePorts,
): Result<Learned> {
  const traces: Trace[] = []
  for (const recording of recordings) {
    const trace = normalise(recording, index)
    if (!trace.ok) return trace
    traces.push(trace.value)
  }
  const generalized = generalize(traces, index, answers, edits)
  if (!generalized.ok) return generalized
  const { procedure, dropped, findings } = generalized.value
  // Steps of which nobody knows when they are done make no procedure yet: there is nothing to try.
  const unknown = findings.some(({ kind }) => kind === 'judgement')
  return ok({ generalized: generalized.value, checks: unknown ? [] : verify(procedure, traces, index, validatorFor, dropped) })
}

/**
 * A draft with everything computed from it: the procedure under the author's names, compiled, checked and told in
 * words.
 * @param records where references are looked up: what they are called, and which ids a caller may give
 */
export function computeDraft(draft: DraftRecord, { generalized, checks }: Learned, records: State, { index }: ComputePorts): DraftView {
  const procedure = withAuthoredParams(generalized.procedure, draft.parameters)
  const { compiled, findings: said } = compileTool(procedure, draft, index, { vocabulary: vocabularyOf(records, index) })
  const findings = worstFirst([...generalized.findings, ...verifyFindings(checks), ...said])
  return deepFreeze({
    draft,
    generalized: { ...generalized, procedure },
    checks,
    compiled,
    findings,
    questions: generalized.questions,
    blocked: findings.some((finding) => finding.level === 'block'),
    digest: digestOf(compiled, procedure),
    steps: stepWords(procedure, index, records, generalized.reasons),
  })
}

/** The ids of a kind of record, for a caller who has no other way to learn them. */
export const vocabularyOf = (records: State, index: CatalogueIndex) => (entity: string): readonly string[] => {
  const idField = index.entities.get(entity)?.idField
  return idField === undefined ? [] : records.list(entity).map((record) => record[idField] as string)
}

/** The parameters as the author calls them; keys stay, so everything that refers to them does. */
function withAuthoredParams(procedure: Procedure, authored: Authored['parameters']): Procedure {
  const params = procedure.params.map((param) => {
    const said = Object.hasOwn(authored, param.key) ? authored[param.key] : undefined
    return { ...param, name: said?.name ?? param.name, description: said?.description ?? param.description }
  })
  return { ...procedure, params }
}

const RANK: Readonly<Record<Finding['level'], number>> = { block: 0, warn: 1, note: 2 }

/** Worst first, otherwise in the order found; the same finding once. */
function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  const once = new Map(findings.map((finding) => [finding.findingId, finding]))
  return [...once.values()].sort((a, b) => RANK[a.level] - RANK[b.level])
}
