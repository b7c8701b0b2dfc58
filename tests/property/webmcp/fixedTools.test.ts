import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { openPage } from '../../unit/webmcp/page.ts'

const LONG = Array.from({ length: 6 }, (_, place) => `tag-${place}-${'x'.repeat(20)}`)

describe('the fixed tools', () => {
  it('stay within their budget and always answer with an object, whatever they are called with', async () => {
    const page = openPage()
    await page.fixed.register(page.provider)
    page.teach((at) => {
      at.filter({ status: ['open'], text: 'log in', sort: 'oldest' })
      at.open(0)
      for (const priority of ['urgent', 'high']) at.setPriority(priority)
      at.addTags(...LONG)
      at.assign('a-2')
      at.applyTemplate('wait')
      at.setStatus('pending')
    })
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    const [listed] = [await page.host.call('understudy_list_recordings', { recordingId: recordingIds[0] })]
    const keys = ((listed.parameters ?? []) as JsonObject[]).map((one) => String(one.key))
    const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ maxLength: 5000, unit: 'binary' }), fc.constant('\u0001'.repeat(700)))
    const said = fc.record({ name: text, description: text }, { requiredKeys: [] })
    const draft = fc.record(
      {
        recordingIds: fc.constant(recordingIds),
        name: fc.oneof(fc.stringMatching(/^[a-z][a-z0-9_]{0,29}$/), text),
        description: text,
        title: text,
        parameters: fc.dictionary(fc.oneof(fc.constantFrom(...keys, 'none'), text), said, { maxKeys: 3 }),
      },
      { requiredKeys: ['recordingIds', 'name', 'description'] },
    )
    const anything = fc.oneof(fc.anything(), fc.record({ recordingId: text, offset: fc.nat(), draftId: text, poll: fc.constant(true) }, { requiredKeys: [] }))
    const call = fc.oneof(
      draft.map((input) => ['understudy_draft_tool', input] as const),
      fc.tuple(fc.constantFrom('understudy_list_recordings', 'understudy_draft_tool', 'understudy_publish_tool'), anything),
    )
    await fc.assert(
      fc.asyncProperty(call, async ([name, input]) => {
        const result = await page.host.call(name, input)
        expect(JSON.stringify(result).length).toBeLessThanOrEqual(1500)
        expect(typeof result.ok).toBe('boolean')
        if (result.ok === false) expect((result.error as JsonObject).code).not.toBe('INTERNAL')
      }),
      { numRuns: 150 },
    )
    expect(page.reported).toEqual([])
  })
})
