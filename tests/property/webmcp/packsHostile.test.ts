import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { digestOf } from '../../../src/teach/compile/digest.ts'
import { importAll, openPackPage, stateOf } from '../../unit/webmcp/packPage.ts'
import { must, turns } from '../../unit/webmcp/page.ts'
import { anyPack } from './hostilePacks.ts'

describe('no pack, whatever its bytes', () => {
  it('registers anything that was not seen, throws, or touches what all objects share', async () => {
    const desk = openPackPage()
    const { page, packs } = desk
    await page.registry.restore()
    const before = Object.getOwnPropertyNames(Object.prototype)
    let opened = 0
    await fc.assert(
      fc.asyncProperty(anyPack, async (text) => {
        const state = stateOf(desk)
        const pack = packs.open(text)
        expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
        if (!pack.ok) {
          expect(pack.error.message).toMatch(/^Nothing was imported: /)
          expect(stateOf(desk)).toBe(state)
          return
        }
        opened += 1
        const review = packs.review(pack.value)
        expect(stateOf(desk)).toBe(state)
        const seen = new Map(review.entries.map((entry) => [entry.compiled.name, entry]))
        expect(seen.size).toBe(review.entries.length)
        // A script has no say, whatever it takes for granted.
        const can = review.entries.filter(({ standing }) => standing === 'new' || standing === 'known')
        const places = can.map((entry) => entry.place)
        const all = { pack: pack.value, shown: review, renames: new Map<number, string>(), via: 'drop' } as const
        if (can.some(({ standing }) => standing === 'new')) expect(packs.accept({ ...all, places, gesture: null }).ok).toBe(false)
        const others = review.entries.filter((entry) => !can.includes(entry)).map((entry) => entry.place)
        if (others.length > 0)
          expect(
            packs.accept({ ...all, places: [...places, ...others], gesture: { isTrusted: true, via: 'pointer', after: 900 } }).ok,
          ).toBe(false)
        expect(stateOf(desk)).toBe(state)
        if (can.length === 0) return
        const done = must(importAll(desk, text))
        await turns()
        // What is at the host is what was on the sheet, to the letter, and nothing else.
        for (const [name, hosted] of page.host.tools) {
          const entry = seen.get(name)
          const { title: _title, execute: _execute, ...definition } = hosted as unknown as JsonObject & { execute: unknown }
          expect(entry && JSON.parse(JSON.stringify(entry.compiled))).toMatchObject(JSON.parse(JSON.stringify(definition)) as JsonObject)
          expect(entry?.compiled.description.endsWith(entry.effects)).toBe(true)
          expect(name).not.toMatch(/^understudy_/)
        }
        expect([...page.host.tools.keys()].sort()).toEqual([...done.live].sort())
        for (const tool of page.library.tools()) expect(digestOf(tool.compiled, tool.procedure)).toBe(tool.digest)
        // A run of whatever it is ends in an answer.
        for (const name of done.live) expect(typeof (await page.host.call(name, { target_ticket: 'T-1009' })).ok).toBe('boolean')
        // Takes what came away again, so that each pack meets the same page.
        page.bus.apply(
          ['tool', 'recording'].flatMap((entity) =>
            page.bus.session.records
              .list(entity)
              .map((record) => ({ op: 'remove' as const, entity, id: String(record[entity === 'tool' ? 'name' : 'recordingId']), record })),
          ),
          { actor: 'system', source: 'test' },
        )
        await turns()
      }),
      { numRuns: 600 },
    )
    expect(opened).toBeGreaterThan(20)
    expect(page.reported).toEqual([])
  })
})
