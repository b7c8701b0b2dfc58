import { describe, expect, it } from 'vitest'
import type { Answer, Question } from '../../../src/teach/generalize/types.ts'
import { inTheirPlaces } from '../../../src/views/teach/questionPlaces.ts'

const by = (choice: string, who: Answer['by'] = 'person'): Answer => ({ choice, by: who })
const question = (questionId: string, answered?: Answer): Question => ({
  questionId,
  kind: 'value',
  step: 's1',
  words: [questionId],
  choices: [],
  ...(answered ? { answered } : {}),
})
const [a, b, c] = [question('a'), question('b'), question('c')]
const ids = (questions: readonly Question[]): string => questions.map(({ questionId }) => questionId).join('')

describe('questions on show', () => {
  it('are as asked to begin with', () => {
    expect(inTheirPlaces([], [b, a], {})).toEqual([b, a])
  })

  it('keep their places when an answer puts them in another order, and show it', () => {
    const answered = question('b', by('x'))
    expect(inTheirPlaces([a, b, c], [answered, a, c], { b: by('x') })).toEqual([a, answered, c])
  })

  it('let new ones come after them', () => {
    expect(ids(inTheirPlaces([a, b], [c, a, b], {}))).toBe('abc')
  })

  it('stay answered although they are not asked any more, so that they can be answered otherwise', () => {
    const shown = inTheirPlaces([a, b], [c, b], { a: by('none') })
    expect(shown).toEqual([{ ...a, answered: by('none') }, b, c])
    expect(inTheirPlaces(shown, [a, b], { a: by('x') })).toEqual([a, b])
  })

  it('go where another answer settled them, also where only an agent had proposed something', () => {
    expect(inTheirPlaces([a, b], [b], {})).toEqual([b])
    expect(inTheirPlaces([a, b], [b], { a: by('x', 'agent') })).toEqual([b])
  })
})
