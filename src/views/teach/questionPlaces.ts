import type { Answers, Question } from '../../teach/generalize/types.ts'

/**
 * Questions in the places they have on show. An answer may bring up others, settle some and put them in another order:
 * those on show stay where they are, new ones come after them, and one that was answered stays answered although it is
 * not asked any more, so that it can be answered otherwise.
 * @param shown as they were before
 * @param asked as they are now
 */
export function inTheirPlaces(shown: readonly Question[], asked: readonly Question[], answers: Answers): readonly Question[] {
  const now = new Map(asked.map((question) => [question.questionId, question]))
  const stay = shown.flatMap((question): readonly Question[] => {
    const { questionId } = question
    const same = now.get(questionId)
    if (same) return [same]
    const answered = Object.hasOwn(answers, questionId) ? answers[questionId] : undefined
    return answered?.by === 'person' ? [{ ...question, answered }] : []
  })
  const known = new Set(shown.map(({ questionId }) => questionId))
  return [...stay, ...asked.filter(({ questionId }) => !known.has(questionId))]
}
