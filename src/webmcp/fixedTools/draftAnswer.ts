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

/**
 * What an agent is told of a draft. Where not all fits, questions are worded shortly before anything else is left out, and
 * are left out last: only they can be settled by calling again. What was left out is said.
 * @param next what to do now
 */
export function draftAnswer({ draft, compiled, findings, questions, steps }: DraftView, next: string): JsonObject {
  const [full, plain, spare] = toolForms(compiled)
  const named = { name: compiled.name }
  const serious = findings.filter(({ level }) => level !== 'note')
  // Those that are open first, so that whoever answers what is told and calls again is told the others.
  const open = [...questions].sort((a, b) => Number(a.answered !== undefined) - Number(b.answered !== undefined))
  const build = ({ tool, findings: listed, questions: asked, as }: Told) => (): JsonObject => {
    const left = leftOut(listed, findings, asked.length, questions.length)
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
  const fewer = open.map((_, place) => open.slice(0, open.length - 1 - place))
  const forms: readonly Told[] = [
    { tool: full, findings, questions, as: toldQuestion },
    ...worded({ tool: plain, findings, questions }),
    ...worded({ tool: plain, findings: serious, questions }),
    ...worded({ tool: spare, findings: serious, questions }),
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

/** What is not told of the two lists: counted together, and in words for each. Null where all is told. */
function leftOut(listed: readonly Finding[], findings: readonly Finding[], asked: number, questions: number): { readonly truncated: JsonObject; readonly words: string } | null {
  const left = findings.filter((finding) => !listed.includes(finding))
  const notes = left.every(({ level }) => level === 'note')
  const cuts = [
    { of: 'questions', shown: asked, total: questions, rest: asked > 0 ? 'answer those told and draft again with all answers so far: then come the others' : 'the user answers them in the page' },
    { of: 'findings', shown: listed.length, total: findings.length, rest: notes ? 'mere notes, which the user sees' : 'the user sees them' },
  ].filter(({ shown, total }) => shown < total)
  if (cuts.length === 0) return null
  const words = cuts.map(({ of, shown, total, rest }) => `${total - shown} of ${total} ${of} (${rest})`).join(', ')
  const sum = (of: 'shown' | 'total'): number => cuts.reduce((all, cut) => all + cut[of], 0)
  return { truncated: { shown: sum('shown'), total: sum('total'), of: cuts.map(({ of }) => of).join(' and ') }, words: `Left out for length: ${words}.` }
}
