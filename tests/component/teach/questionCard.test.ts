import { afterEach, describe, expect, it } from 'vitest'
import QuestionCard from '../../../src/views/teach/QuestionCard.vue'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let card: Mounted | undefined
afterEach(() => card?.end())

const choice = (choiceId: string) => ({ choiceId, words: [choiceId], value: choiceId })
const question = { questionId: 'q', kind: 'value', step: 's1', words: ['Which?'], choices: [choice('a'), choice('b')], safe: 'a' }
const told = (at: Mounted, part: string): readonly boolean[] => at.all('[data-choice]').map((one) => one.querySelector(part) !== null)
const ticks = (at: Mounted): readonly string[] => at.all('.tick').map((one) => one.textContent)

describe('a question', () => {
  it.each([false, true])('says which answer holds unless the person says otherwise, minor or not (%s)', async (minor) => {
    card = await mountTeaching(QuestionCard, { question: { ...question, minor } })
    expect(told(card, '[data-part="default"]').slice(0, 2)).toEqual([true, false])
    expect(card.find('[data-part="default"]').textContent).toBe('unless you say otherwise')
    expect(ticks(card).join('')).toBe('')
  })

  it.each([false, true])('marks the answer given by a tick, which needs no colour, and then has no default (minor: %s)', async (minor) => {
    card = await mountTeaching(QuestionCard, { question: { ...question, minor, answered: { choice: 'b', by: 'person' } } })
    expect(ticks(card).slice(0, 2)).toEqual(['', '✓'])
    expect(card.all('[data-part="default"]')).toEqual([])
  })

  it('says which keys answer it, and only where they do', async () => {
    const keys = (at: Mounted) => at.all('[data-choice]').map((one) => one.getAttribute('aria-keyshortcuts'))
    card = await mountTeaching(QuestionCard, { question, keys: true })
    expect(keys(card)).toEqual(['1', '2', '3'])
    card.end()
    card = await mountTeaching(QuestionCard, { question })
    expect(keys(card)).toEqual([null, null, null])
  })
})
