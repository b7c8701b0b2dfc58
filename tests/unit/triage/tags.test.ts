import { describe, expect, it } from 'vitest'
import { tagFrom, tagsFrom } from '../../../src/triage/tags.ts'

describe('tagFrom', () => {
  it.each([
    ['  VIP ', 'vip'],
    ['Good First Issue', 'good-first-issue'],
    ['a,b;c', 'abc'],
    ['a\u037Eb', 'ab'],
    ['vi\u200Bp\u202E', 'vip'],
    ['ÜBERFÄLLIG', 'überfällig'],
    ['e\u0301te\u0301', '\u00E9t\u00E9'],
    ['İstanbul', 'i\u0307stanbul'],
    ['a \u200B', 'a'],
    ['tab\tand\nline', 'tab-and-line'],
    ['   ', ''],
    ['\uD800lone', 'lone'],
  ])('makes %j %j', (text, tag) => {
    expect(tagFrom(text)).toBe(tag)
  })

  it('cuts by characters, never through one', () => {
    expect(tagFrom('📦'.repeat(40))).toBe('📦'.repeat(32))
  })
})

describe('tagsFrom', () => {
  it('keeps the first of each, in order, and drops empty ones', () => {
    expect(tagsFrom(['Vip', 'login', ' ', 'VIP'])).toEqual(['vip', 'login'])
  })
})
