import type { Bus } from '../../../../src/bus/bus.ts'
import type { Json, JsonObject } from '../../../../src/bus/json.ts'
import { plain } from '../../../../src/bus/words.ts'
import { demonstratedArgs } from '../../../../src/teach/generalize/demonstratedArgs.ts'
import { generalize } from '../../../../src/teach/generalize/generalize.ts'
import { NONE_OF_THESE, type Answers, type Edit, type Generalized, type Question, type QuestionChoice } from '../../../../src/teach/generalize/types.ts'
import { verify } from '../../../../src/teach/generalize/checks/verify.ts'
import type { Outcome } from '../../../../src/teach/procedure/outcome.ts'
import { runToEnd } from '../../../../src/teach/procedure/runToEnd.ts'
import type { Call, Expr, Procedure } from '../../../../src/teach/procedure/types.ts'
import { callsOf } from '../../../../src/teach/procedure/walk.ts'
import type { Trace } from '../../../../src/teach/recording/types.ts'
import { sampleRecords } from '../../../../src/triage/seed/sampleRecords.ts'
import { runtimeValidators } from '../../../support/desk.ts'
import { ME, openDesk, taught, triageCatalogue, type Demonstration, type Desk } from '../../../support/sessions.ts'

export const validatorFor = runtimeValidators(triageCatalogue)

const SAMPLE = sampleRecords(Date.UTC(2026, 10, 30, 8))
const me = { assigneeId: ME, name: 'Ines Duarte', email: 'ines@desk.example' }

/** The seeded desk, with some tickets changed. */
export const seededDesk = (changes: Readonly<Record<string, JsonObject>> = {}): Desk =>
  openDesk({
    tickets: SAMPLE.ticket.map((one) => Object.freeze({ ...one, ...changes[String(one['ticketId'])] })),
    assignees: [...SAMPLE.assignee, me],
    templates: SAMPLE.template,
  })

/** One demonstration on the seeded desk. @param before what was done before Teach was pressed */
export function shown(show: (at: Demonstration) => void, before: (at: Demonstration) => void = () => undefined): Trace {
  const desk = seededDesk()
  before(desk.at)
  return taught(desk, show).trace
}

export interface Learned extends Generalized {
  /** Input that does what was demonstrated. */
  readonly args: JsonObject
  /** Checks that failed, in words. */
  readonly failed: readonly string[]
}

/** Generalizes one demonstration and tries it; a refusal fails the test. */
export const learn = (trace: Trace, edits: readonly Edit[] = []): Learned => learnFrom([trace], {}, edits)

/** The same from several. `args` are those of the first. */
export function learnFrom(traces: readonly Trace[], answers: Answers = {}, edits: readonly Edit[] = []): Learned {
  const { index } = seededDesk().bus
  const result = generalize(traces, index, answers, edits)
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`)
  const { procedure } = result.value
  const checks = verify(procedure, traces, index, validatorFor, result.value.dropped)
  const [first] = traces
  return {
    ...result.value,
    args: first ? demonstratedArgs(procedure, first, index) : {},
    failed: checks.filter(({ ok }) => !ok).map(({ kind, words }) => `${kind}: ${plain(words)}`),
  }
}

/** The answer to the only question of a kind: the choice its value tells, or none of them. */
export function answer({ questions }: Generalized, kind: Question['kind'], wanted: (choice: QuestionChoice) => boolean, by: 'person' | 'agent' = 'person'): Answers {
  const [question] = questions.filter((one) => one.kind === kind)
  if (!question) throw new Error(`No question of kind ${kind}`)
  return { [question.questionId]: { choice: question.choices.find(wanted)?.choiceId ?? NONE_OF_THESE, by } }
}

/** Several demonstrations, each on a desk of its own, one day after the other. */
export const shownAll = (...shows: readonly ((at: Demonstration) => void)[]): readonly Trace[] => shownOn(...shows.map((show) => [{}, show] as const))

/** The same, on desks with some tickets changed. */
export function shownOn(...shows: readonly (readonly [changes: Readonly<Record<string, JsonObject>>, show: (at: Demonstration) => void])[]): readonly Trace[] {
  return shows.map(([changes, show], day) => {
    const { trace } = taught(seededDesk(changes), show)
    const later = (time: string): string => new Date(Date.parse(time) + day * 86_400_000).toISOString()
    return { ...trace, recordingId: `day-${day + 1}`, steps: trace.steps.map((step) => ({ ...step, time: later(step.time) })) }
  })
}

/** Runs a procedure as an agent would, and applies it. */
export function runOn({ bus }: { readonly bus: Bus }, procedure: Procedure, args: JsonObject = {}, who = 'noor'): Outcome {
  const context = { actor: 'agent', source: 'tool' } as const
  const fork = bus.fork(context)
  const outcome = runToEnd(procedure, { index: bus.index, fork, args, me: who, context })
  if (outcome.ok) {
    const committed = fork.commit()
    if (!committed.ok) throw new Error(committed.error.message)
  }
  return outcome
}

/** The changes of a run as `id.field` → value, for comparing all of them at once; a refusal as its code. */
export const did = ({ error, changes }: Outcome): Readonly<Record<string, Json>> | string =>
  error ? error.code : Object.fromEntries(changes.map(({ id, field, to }): [string, Json] => [`${id}.${field}`, to ?? null]))

/** The only step of a command. */
export function callOf({ procedure }: { readonly procedure: Procedure }, command: string): Call {
  const found = callsOf(procedure).filter((call) => call.command === command)
  const [call] = found
  if (!call || found.length > 1) throw new Error(`${found.length} steps of ${command}`)
  return call
}

export const argOf = (learned: { readonly procedure: Procedure }, command: string, leaf: string): Expr | undefined =>
  callOf(learned, command).args[leaf]

export const commandsOf = ({ procedure }: { readonly procedure: Procedure }): readonly string[] =>
  callsOf(procedure).map(({ command }) => command)

/** Name → required. */
export const paramsOf = ({ procedure }: { readonly procedure: Procedure }): Readonly<Record<string, boolean>> =>
  Object.fromEntries(procedure.params.map(({ name, required }) => [name, required]))

/** What may stop a person: everything but notes and what is asked in passing. */
export const alarms = ({ findings, questions }: Generalized): readonly string[] => [
  ...findings.filter(({ level }) => level !== 'note').map(({ level, kind }) => `${level} ${kind}`),
  ...questions.flatMap(({ questionId, minor }) => (minor === true ? [] : [questionId])),
]

export const kindsOf = ({ findings }: Generalized): readonly string[] => [...new Set(findings.map(({ kind }) => kind))].sort()
