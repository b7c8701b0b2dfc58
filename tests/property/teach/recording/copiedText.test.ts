import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../../src/bus/schema.ts'
import { copiedText, textOf } from '../../../../src/teach/recording/copiedText.ts'

const free: JsonSchema = { type: 'string', 'x-us': { free: true } }
const schema: JsonSchema = {
  type: 'object',
  properties: { subject: free, requester: { type: 'object', properties: { name: free } }, status: { type: 'string' } },
}
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '-', '1'), minLength: 0, maxLength: 8 })
const record = fc.record({ subject: word, requester: fc.record({ name: word }), status: fc.constant('open') })

describe('text copied from a record', () => {
  it('is, of the very record, the text again, whatever stands in it', () => {
    fc.assert(
      fc.property(record, fc.array(fc.oneof(word, fc.constantFrom('{subject}', '{name}')), { maxLength: 5 }), (shown, pieces) => {
        const text = pieces.map((piece) => (piece === '{subject}' ? shown.subject : piece === '{name}' ? shown.requester.name : piece)).join(' ')
        const parts = copiedText(text, shown, schema)
        if (parts) expect(textOf(parts, shown)).toBe(text)
        if (parts) expect(parts.every((part) => typeof part !== 'string' || part !== '')).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('is found where a text of the record stands in it as whole words, and only there', () => {
    const ada = { subject: 'Late', requester: { name: 'Ada Byron' }, status: 'open' }
    expect(copiedText('from Ada Byron, open', ada, schema)).toEqual(['from ', { path: 'requester.name' }, ', open'])
    expect(copiedText('Late Ada Byron', ada, schema)).toEqual([{ path: 'subject' }, ' ', { path: 'requester.name' }])
    expect(copiedText('Later Ada Byrons', ada, schema)).toBeNull()
    expect(copiedText('open', ada, schema)).toBeNull()
    expect(textOf([{ path: 'subject' }], { subject: ' ' })).toBeNull()
  })
})
