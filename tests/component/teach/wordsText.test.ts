import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import WordsText from '../../../src/ui/WordsText.vue'

const shown = (text: string) => {
  const wrapper = mount(WordsText, { props: { words: ['If it has the tag ', { kind: 'value', text }] } })
  return { text: wrapper.text(), marks: wrapper.findAll('mark').map((mark) => mark.text()) }
}

describe('a value in the words of a step', () => {
  it.each([
    ['a zero-width space at its end', 'billing\u200b', 'U+200B'],
    ['an override of direction', '\u202Ebilling', 'U+202E'],
    ['a joiner', 'bil\u200Dling', 'U+200D'],
    ['a space at its end', 'billing ', 'U+0020'],
    ['a space at its beginning', ' billing', 'U+0020'],
    ['a space no keyboard has', 'billing\u00A0due', 'U+00A0'],
  ])('shows %s, which a person who approves it could not see', (_what, text, code) => {
    expect(shown(text).marks).toEqual([code])
  })

  it.each([
    ['plain words', 'billing due'],
    ['accents and another script', 'Rückerstattung طلب دعم 設定'],
    ['a pictograph in colour', 'done ✔️ today'],
  ])('shows %s as they are', (_what, text) => {
    expect(shown(text)).toEqual({ text: `If it has the tag ${text}`, marks: [] })
  })
})
