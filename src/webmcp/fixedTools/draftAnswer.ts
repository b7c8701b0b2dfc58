import type { JsonObject } from '../../bus/json.ts'
import type { Finding, Question } from '../../teach/generalize/types.ts'
import { firstThatFits } from '../fit.ts'
import type { DraftView } from '../library/types.ts'
import { briefQuestion, toldFinding, toldQuestion, toolForms } from './told.ts'

/** What of a draft one form of the answer tells. */
interface Told {
  readonly tool: JsonObject | undefined
  readonly findings: readonly Finding[]
  readonly questions: readonly Question[]
  /** How a question is told. */
  readonly as: (question: Question) => JsonObject
}

type Part = Omit<Told, 'as'>

/** From whole to what an answer cannot do without. */
const WORDINGS: readonly Told['as'][] = [toldQuestion, (question) => briefQuestion(question, true), (question) => briefQuestion(question, false)]

const isAnswered = ({ answered }: Question): boolean => answered !== undefined

/**
 * What an agent is told of a draft. Where not all fits, questions are worded shortly before anything else is left out, and
 * those that are open are left out last: only they can be settled by calling again. What was left out is said.
 * @param next what to do now
 */
export function draftAnswer({ draft, compiled, findings, questions, steps }: DraftView, next: string): JsonObject {
  const [full, plain, spare] = toolForms(compiled)
  const named = { name: compiled.name }
  const serious = findings.filter(({ level }) => level !== 'note')
  // Those that are open first, so that whoever answers what is told and calls again is told the others.
  const ordered = [...questions].sort((a, b) => Number(isAnswered(a)) - Number(isAnswered(b)))
  const open = ordered.filter((question) => !isAnswered(question))
  const build = ({ tool, findings: listed, questions: asked, as }: Told) => (): JsonObject => {
    const left = leftOut({ findings: listed, questions: asked }, { findings, questions })
    return {
      ok: true,
      draftId: draft.draftId,
      ...(tool ? { tool } : {}),
      findings: listed.map((finding) => toldFinding(finding, steps)),
      questions: asked.map(as),
      ...(left ? { truncated: left.truncated } : {}),
      next: left ? `${next} ${left.words}` : next,
    }
  }
  const worded = (part: Part): readonly Told[] => WORDINGS.map((as) => ({ ...part, as }))
  const brief = (part: Part): readonly Told[] => worded(part).slice(-1)
  const fewer = ordered.map((_, place) => ordered.slice(0, ordered.length - 1 - place))
  const forms: readonly Told[] = [
    { tool: full, findings, questions, as: toldQuestion },
    ...worded({ tool: plain, findings, questions }),
    ...worded({ tool: plain, findings: serious, questions }),
    ...worded({ tool: spare, findings: serious, questions }),
    ...fewer.filter((some) => some.length >= open.length).flatMap((some) => brief({ tool: spare, findings: serious, questions: some })),
    ...worded({ tool: named, findings: serious, questions }),
    ...brief({ tool: named, findings: serious.slice(0, 4), questions }),
    ...brief({ tool: named, findings: serious.slice(0, 2), questions }),
    ...fewer.flatMap((some) => [
      ...brief({ tool: spare, findings: serious, questions: some }),
      ...brief({ tool: named, findings: serious, questions: some }),
      ...brief({ tool: named, findings: serious.slice(0, 2), questions: some }),
    ]),
    ...brief({ tool: named, findings: serious.slice(0, 1), questions: [] }),
    ...brief({ tool: named, findings: [], questions: [] }),
  ]
  return firstThatFits(forms.map(build))
}

type Lists = Pick<DraftView, 'findings' | 'questions'>

/** What is not told of the two lists: counted together, and in words for each. Null where all is told. */
function leftOut(told: Lists, all: Lists): { readonly truncated: JsonObject; readonly words: string } | null {
  const asked = all.questions.filter((question) => !told.questions.includes(question))
  const found = all.findings.filter((finding) => !told.findings.includes(finding))
  const cuts = [
    { of: 'questions', left: asked.length, total: all.questions.length, rest: restOf(asked, told.questions) },
    { of: 'findings', left: found.length, total: all.findings.length, rest: found.every(({ level }) => level === 'note') ? 'mere notes, which the user sees' : 'the user sees them' },
  ].filter(({ left }) => left > 0)
  if (cuts.length === 0) return null
  const words = cuts.map(({ of, left, total, rest }) => `${left} of ${total} ${of} (${rest})`).join(', ')
  const total = cuts.reduce((sum, cut) => sum + cut.total, 0)
  const shown = cuts.reduce((sum, cut) => sum - cut.left, total)
  return { truncated: { shown, total, of: cuts.map(({ of }) => of).join(' and ') }, words: `Left out for length: ${words}.` }
}

/** How one gets at the questions that are not told. */
function restOf(left: readonly Question[], told: readonly Question[]): string {
  if (left.every(isAnswered)) return 'answered already'
  return told.length > 0 ? 'answer those told and draft again with all answers so far: then come the others' : 'the user answers them in the page'
}
