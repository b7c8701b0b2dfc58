import { describe, expect, it } from 'vitest'
import { faultWords } from '../../../src/views/teach/runWords.ts'

describe('why a run ended early, told to a person', () => {
  it('names the step once and by its number, not by what its command is called', () => {
    expect(faultWords({ step: 2, message: 'Step 2, add_ticket_tags: A ticket has at most 20 tags.' })).toBe('Step 2: A ticket has at most 20 tags.')
    expect(faultWords({ step: 2, message: 'Step 2: A ticket has at most 20 tags.' })).toBe('Step 2: A ticket has at most 20 tags.')
    expect(faultWords({ step: 2, message: 'A ticket has at most 20 tags.' })).toBe('Step 2: A ticket has at most 20 tags.')
    expect(faultWords({ message: 'It was stopped.' })).toBe('It was stopped.')
    expect(faultWords({})).toBe('')
  })
})
