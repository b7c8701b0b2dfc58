import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TAG_LENGTH, TAG_PATTERN } from '../../../src/triage/model.ts'
import { renderTemplate } from '../../../src/triage/renderTemplate.ts'
import { tagFrom } from '../../../src/triage/tags.ts'
import { ticketWith } from '../../unit/triage/ticketDesk.ts'

const unicode = fc.string({ unit: 'binary' })

describe('tagFrom', () => {
  it('gives a tag that commands take, or nothing, whatever was typed', () => {
    const pattern = new RegExp(TAG_PATTERN, 'u')
    fc.assert(
      fc.property(fc.oneof(unicode, fc.string({ unit: 'grapheme' }), fc.string()), (typed) => {
        const tag = tagFrom(typed)
        if (tag === '') return
        expect(tag).toMatch(pattern)
        expect([...tag].length).toBeLessThanOrEqual(TAG_LENGTH)
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves its own spelling alone', () => {
    fc.assert(
      fc.property(unicode, (typed) => {
        expect(tagFrom(tagFrom(typed))).toBe(tagFrom(typed))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('renderTemplate', () => {
  it('puts any subject in exactly as it is', () => {
    fc.assert(
      fc.property(unicode.filter((subject) => subject.trim() !== ''), fc.string(), (subject, around) => {
        const plain = around.replaceAll(/[{}]/gu, '')
        const rendered = renderTemplate(`${plain}{{subject}}${plain}`, ticketWith({ subject }), undefined)
        expect(rendered).toEqual({ text: `${plain}${subject.trim()}${plain}` })
      }),
    )
  })
})
