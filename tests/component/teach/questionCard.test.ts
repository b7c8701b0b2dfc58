import { afterEach, describe, expect, it } from 'vitest'
import QuestionCard from '../../../src/views/teach/QuestionCard.vue'
import QuestionLine from '../../../src/views/teach/QuestionLine.vue'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let card: Mounted | undefined
afterEach(() => card?.end())

const choice = (choiceId: string) => ({ choiceId, words: [choiceId], value: choiceId })
const question = { questionId: 'q', kind: 'value', step: 's1', words: ['Which?'], choices: [choice('a'), choice('b')], safe: 'a' }
const told = (at: Mounted, part: string): readonly boolean[] => at.all('[data-choice]').map((one) => one.querySelector(part) !== null)
const ticks = (at: Mounted): readonly string[] => at.all('.tick').map((one) => one.textContent)

describe('a question', () => {
  it('says which answer holds unless the person says otherwise', async () => {
    card = await mountTeaching(QuestionCard, { question })
    expect(told(card, '[data-part="default"]').slice(0, 2)).toEqual([true, false])
    expect(card.find('[data-part="default"]').textContent).toBe('unless you say otherwise')
    expect(ticks(card).join('')).toBe('')
  })

  it('marks the answer given by a tick, which needs no colour, and then has no default', async () => {
    card = await mountTeaching(QuestionCard, { question: { ...question, answered: { choice: 'b', by: 'person' } } })
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

describe('a minor question, as a line', () => {
  const minor = { ...question, minor: true, line: ['Which'] }
  const held = (at: Mounted): readonly boolean[] => at.all('.mark').map((one) => one.classList.contains('held'))

  it('marks what holds, and tells apart what nobody said', async () => {
    card = await mountTeaching(QuestionLine, { question: minor, keys: true })
    expect(held(card)).toEqual([true, false])
    expect(told(card, '[data-part="default"]')).toEqual([true, false])
    expect(card.all('[aria-pressed="true"]')).toEqual([])
    // The keys that answer it.
    expect(card.all('.mark').map((one) => one.textContent)).toEqual(['1', '2'])
    card.end()
    card = await mountTeaching(QuestionLine, { question: { ...minor, answered: { choice: 'b', by: 'agent' } } })
    expect(held(card)).toEqual([false, true])
    expect(told(card, '[data-part="default"]')).toEqual([false, false])
    expect(card.find('[aria-pressed="true"]').textContent).toContain('the agent’s answer')
  })

  it('is read out whole, and seen in few words', async () => {
    card = await mountTeaching(QuestionLine, { question: minor })
    const legend = card.find('legend')
    expect(legend.querySelector('.sr-only')?.textContent).toBe('Which?')
    expect(legend.querySelector('[aria-hidden="true"]')?.textContent).toBe('Which')
  })
})
