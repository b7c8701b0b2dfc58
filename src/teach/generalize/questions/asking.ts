import { shortHash } from '../hash.ts'
import { NONE_OF_THESE, type Answer, type Answers, type Question, type QuestionChoice } from '../types.ts'

/** A question before it has an id, and how bad a wrong guess would be. */
export type Doubt = Omit<Question, 'questionId' | 'answered'> & {
  readonly weight: number
  /** On it hangs whether the rows of a list are a loop: it stands also where they are taken for none. */
  readonly ofRows?: true
}

/** What was asked while a procedure was built, and what people said to it. */
export class Asking {
  private readonly doubts: { readonly question: Question; readonly weight: number; readonly ofRows: boolean }[] = []

  private readonly nothingSaid: boolean

  /** @param looked ids of all questions that were looked up, in any way to build the same */
  constructor(
    private readonly answers: Answers,
    private readonly looked = new Set<string>(),
  ) {
    this.nothingSaid = Object.keys(answers).length === 0
  }

  /** Answers of people to questions that did not come up: more demonstrations may have settled them another way. */
  get idle(): readonly string[] {
    return Object.keys(this.answers).filter((questionId) => this.answers[questionId]?.by === 'person' && !this.looked.has(questionId))
  }

  /**
   * Asks, and looks whether it was answered.
   * @returns the choice somebody made; null when nobody did, or none of them fits
   */
  ask({ weight, ofRows, ...doubt }: Doubt): QuestionChoice | null {
    const choices = idsOf(doubt)
    const questionId = questionIdOf(doubt, choices)
    const answered = this.answerTo(doubt, choices)
    if (!this.doubts.some(({ question }) => question.questionId === questionId)) {
      this.doubts.push({ question: { questionId, ...doubt, ...(answered ? { answered } : {}) }, weight, ofRows: ofRows === true })
    }
    return doubt.choices.find(({ choiceId }) => choiceId === answered?.choice) ?? null
  }

  /** What somebody said to a question with these choices, now or when there were fewer demonstrations; *none of these* too. */
  answerTo(about: About, choices: readonly string[]): Answer | null {
    if (this.nothingSaid) return null
    const questionId = questionIdOf(about, choices)
    this.looked.add(questionId)
    const answer = Object.hasOwn(this.answers, questionId) ? this.answers[questionId] : undefined
    return answer && (answer.choice === NONE_OF_THESE || choices.includes(answer.choice)) ? answer : null
  }

  /** Whether somebody said *none of these* to a question with these choices. */
  declined(doubt: Doubt): boolean {
    return this.answerTo(doubt, idsOf(doubt))?.choice === NONE_OF_THESE
  }

  /** A question that was declined and has given way to another. */
  settle(doubt: Doubt): void {
    const questionId = questionIdOf(doubt, idsOf(doubt))
    const place = this.doubts.findIndex(({ question }) => question.questionId === questionId)
    if (place >= 0) this.doubts.splice(place, 1)
  }

  /** For another way to build the same, with nothing asked yet. */
  anew(): Asking {
    return new Asking(this.answers, this.looked)
  }

  /** What was asked of the rows of a list as a loop, for the way to build the same without one. */
  ofRows(): Asking {
    const kept = this.anew()
    kept.doubts.push(...this.doubts.filter(({ ofRows }) => ofRows))
    return kept
  }

  /** What was asked of one kind, for another way to build the same. */
  only(kind: Question['kind']): Asking {
    const kept = new Asking(this.answers, this.looked)
    kept.doubts.push(...this.doubts.filter(({ question }) => question.kind === kind))
    return kept
  }

  /**
   * At most three, the worst consequence first. The minor ones are one of them, asked together and only when nothing else
   * is open: each of them is a line of it.
   */
  get questions(): readonly Question[] {
    const sorted = [...this.doubts].sort((a, b) => b.weight - a.weight || (a.question.questionId < b.question.questionId ? -1 : 1))
    const worse = sorted.filter(({ question }) => question.minor !== true).slice(0, MOST)
    const minor = sorted.filter(({ question }) => question.minor === true)
    const answered = minor.filter(({ question }) => question.answered)
    const comes = worse.length < MOST && worse.every(({ question }) => question.answered)
    const next = minor.filter((one) => !answered.includes(one)).slice(0, comes ? Math.max(0, MOST_LINES - answered.length) : 0)
    return [...worse, ...answered, ...next].map(({ question }) => question)
  }
}

const MOST = 3

/** How many lines the minor ones have together. */
const MOST_LINES = 4

type About = Pick<Question, 'kind' | 'step' | 'leaf'>

const idsOf = ({ choices }: Pick<Question, 'choices'>): readonly string[] => choices.map(({ choiceId }) => choiceId)

const questionIdOf = ({ kind, step, leaf }: About, choices: readonly string[]): string => `q_${shortHash([kind, step, leaf ?? '', choices])}`
