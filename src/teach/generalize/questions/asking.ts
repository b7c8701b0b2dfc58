import { shortHash } from '../hash.ts'
import { NONE_OF_THESE, type Answer, type Answers, type Question, type QuestionChoice } from '../types.ts'

/** A question before it has an id, and how bad a wrong guess would be. */
export type Doubt = Omit<Question, 'questionId' | 'answered'> & { readonly weight: number }

/** What was asked while a procedure was built, and what people said to it. */
export class Asking {
  private readonly doubts: { readonly question: Question; readonly weight: number }[] = []

  constructor(private readonly answers: Answers) {}

  /**
   * Asks, and looks whether it was answered.
   * @returns the choice somebody made; null when nobody did, or none of them fits
   */
  ask({ weight, ...doubt }: Doubt): QuestionChoice | null {
    const questionId = `q_${shortHash([doubt.kind, doubt.step, doubt.leaf ?? '', doubt.choices.map(({ choiceId }) => choiceId)])}`
    const answered = Object.hasOwn(this.answers, questionId) ? this.answers[questionId] : undefined
    const given = answered && this.fits(answered, doubt.choices) ? answered : undefined
    if (!this.doubts.some(({ question }) => question.questionId === questionId)) {
      this.doubts.push({ question: { questionId, ...doubt, ...(given ? { answered: given } : {}) }, weight })
    }
    return doubt.choices.find(({ choiceId }) => choiceId === given?.choice) ?? null
  }

  /** Whether somebody said *none of these* to a question with these choices. */
  declined({ weight: _weight, ...doubt }: Doubt): boolean {
    const questionId = `q_${shortHash([doubt.kind, doubt.step, doubt.leaf ?? '', doubt.choices.map(({ choiceId }) => choiceId)])}`
    return Object.hasOwn(this.answers, questionId) && this.answers[questionId]?.choice === NONE_OF_THESE
  }

  /** A question that was declined and has given way to another. */
  settle({ weight: _weight, ...doubt }: Doubt): void {
    const choices = JSON.stringify(doubt.choices.map(({ choiceId }) => choiceId))
    const place = this.doubts.findIndex(({ question: { kind, step, choices: known } }) => {
      return kind === doubt.kind && step === doubt.step && JSON.stringify(known.map(({ choiceId }) => choiceId)) === choices
    })
    if (place >= 0) this.doubts.splice(place, 1)
  }

  /** What was asked of one kind, for another way to build the same. */
  only(kind: Question['kind']): Asking {
    const kept = new Asking(this.answers)
    kept.doubts.push(...this.doubts.filter(({ question }) => question.kind === kind))
    return kept
  }

  /** At most three, the worst consequence first. */
  get questions(): readonly Question[] {
    return [...this.doubts]
      .sort((a, b) => b.weight - a.weight || (a.question.questionId < b.question.questionId ? -1 : 1))
      .slice(0, MOST)
      .map(({ question }) => question)
  }

  private fits({ choice }: Answer, choices: readonly QuestionChoice[]): boolean {
    return choice === NONE_OF_THESE || choices.some(({ choiceId }) => choiceId === choice)
  }
}

const MOST = 3
