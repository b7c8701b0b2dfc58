import type { CatalogueIndex } from '../../../src/bus/command.ts'
import { plain } from '../../../src/bus/words.ts'
import { compileTool } from '../../../src/teach/compile/compileTool.ts'
import { verifyFindings } from '../../../src/teach/generalize/findings.ts'
import { generalize } from '../../../src/teach/generalize/generalize.ts'
import { NONE_OF_THESE, type Answers, type Finding, type Generalized } from '../../../src/teach/generalize/types.ts'
import { verify } from '../../../src/teach/generalize/checks/verify.ts'
import { describeProcedure } from '../../../src/teach/procedure/words.ts'
import type { Procedure } from '../../../src/teach/procedure/types.ts'
import { normalise } from '../../../src/teach/recording/normalise.ts'
import type { Recording, Trace } from '../../../src/teach/recording/types.ts'
import { runtimeValidators } from '../../support/desk.ts'
import { triageCatalogue } from '../../support/sessions.ts'
import { answerQuestion, type Teacher } from './oracle.ts'

const validatorFor = runtimeValidators(triageCatalogue)

/** What demonstrations came to, questions answered. */
export interface Learnt {
  /** Null when there is nothing that could be published. */
  readonly procedure: Procedure | null
  /** The draft as it stands, also when it is blocked; null when generalizing itself refused. */
  readonly draft: Generalized | null
  readonly blocks: readonly { readonly kind: string; readonly words: string }[]
  /** Questions; the minor ones of a draft are asked together, in one. */
  readonly asked: number
  /** Choices that were asked for: each line of a question that has several. */
  readonly choicesAsked: number
  /** How many of those the teacher could not answer. */
  readonly unanswered: number
  readonly bytes: number
  readonly words: readonly string[]
}

/** Neither answered nor settled by *none of these*, which leaves it as it was. */
const isOpen = (answer: Answers[string] | undefined): boolean => answer === undefined || answer.choice === NONE_OF_THESE

const AUTHORED = { name: 'taught_tool', title: 'Taught tool', description: 'Does what was demonstrated.' }

/** How often answers may bring up more questions; a draft has at most three at once. */
const ROUNDS = 4

/** Recording to tool, as the page does it: normalise, generalize, ask, verify, compile. What a finding blocks is not published. */
export function learnTool(recordings: readonly Recording[], index: CatalogueIndex, teacher: Teacher): Learnt {
  const traces: Trace[] = []
  for (const recording of recordings) {
    const trace = normalise(recording, index)
    if (!trace.ok) return refused(trace.error.code, trace.error.message)
    traces.push(trace.value)
  }
  const answers: Record<string, Answers[string]> = {}
  const choicesAsked = new Set<string>()
  let asked = 0
  let learned = generalize(traces, index, answers, [])
  for (let round = 0; round < ROUNDS && learned.ok; round += 1) {
    const fresh = learned.value.questions.filter(({ questionId }) => !choicesAsked.has(questionId))
    if (fresh.length === 0) break
    const minor = fresh.filter((question) => question.minor === true).length
    asked += fresh.length - minor + Math.min(minor, 1)
    for (const question of fresh) {
      choicesAsked.add(question.questionId)
      answers[question.questionId] = { choice: answerQuestion(question, learned.value.procedure, teacher), by: 'person' }
    }
    learned = generalize(traces, index, answers, [])
  }
  if (!learned.ok) return { ...refused(learned.error.code, learned.error.message), asked, choicesAsked: choicesAsked.size }
  const draft = learned.value
  const { procedure } = draft
  const { compiled, findings } = compileTool(procedure, AUTHORED, index)
  const open = draft.questions.filter(({ questionId, safe }) => safe === undefined && isOpen(answers[questionId]))
  const blocking = (found: readonly Finding[]): Learnt['blocks'] =>
    found.filter(({ level }) => level === 'block').map(({ kind, words }) => ({ kind, words: plain(words) }))
  const blocks = [
    ...blocking(draft.findings),
    ...open.map(({ words }) => ({ kind: 'question', words: plain(words) })),
    ...blocking([...findings, ...verifyFindings(verify(procedure, traces, index, validatorFor))]),
  ]
  return {
    procedure: blocks.length > 0 ? null : procedure,
    draft,
    blocks,
    asked,
    choicesAsked: choicesAsked.size,
    unanswered: Object.values(answers).filter(({ choice }) => choice === NONE_OF_THESE).length,
    bytes: new TextEncoder().encode(JSON.stringify(compiled)).length,
    words: describeProcedure(procedure, index).map(({ depth, number, words }) => `${'  '.repeat(depth)}${number}. ${plain(words)}`),
  }
}

const refused = (kind: string, words: string): Learnt => ({
  procedure: null,
  draft: null,
  blocks: [{ kind, words }],
  asked: 0,
  choicesAsked: 0,
  unanswered: 0,
  bytes: 0,
  words: [],
})
