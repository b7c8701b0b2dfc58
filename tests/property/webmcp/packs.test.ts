import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../src/bus/json.ts'
import type { Demonstration } from '../../support/sessions.ts'
import { exported, importAll, openPackPage, timeless } from '../../unit/webmcp/packPage.ts'
import { must } from '../../unit/webmcp/page.ts'

/** Gestures a demonstration is put together from. */
const gesture = fc.oneof(
  fc.constantFrom('urgent', 'high', 'normal').map((priority) => (at: Demonstration) => at.setPriority(priority)),
  fc.constantFrom('pending', 'on_hold', 'solved').map((status) => (at: Demonstration) => at.setStatus(status)),
  fc.constantFrom('vip', 'seen', 'étoile', '日本').map((tag) => (at: Demonstration) => at.addTags(tag)),
  fc.constantFrom('a-1', 'a-3', null).map((who) => (at: Demonstration) => at.assign(who)),
  fc.constant((at: Demonstration) => at.assignToMe()),
  fc.constantFrom('wait', 'refund').map((template) => (at: Demonstration) => at.applyTemplate(template)),
)
const filter = fc.option(
  fc.record(
    {
      status: fc.constant(['open']),
      text: fc.constantFrom('log in', 'refund', 'order'),
      sort: fc.constantFrom('oldest', 'newest'),
      limit: fc.integer({ min: 2, max: 9 }),
    },
    { requiredKeys: ['status'] },
  ),
)
const shown = fc.record({ filter, place: fc.nat({ max: 1 }), gestures: fc.array(gesture, { minLength: 1, maxLength: 5 }) })
const title = fc.oneof(fc.constant(''), fc.string({ maxLength: 40 }))

/** A page that was taught some tasks, each published if it can be. */
function deskOf(tasks: readonly { readonly shown: (at: Demonstration) => void; readonly title: string }[]) {
  const desk = openPackPage()
  const { page } = desk
  for (const [place, task] of tasks.entries()) {
    const draftId = page.teach(task.shown)
    must(page.library.editDraft(draftId, { title: task.title }))
    const view = must(page.library.draftView(draftId))
    if (!view.blocked) page.publish(draftId, `tool_${String.fromCharCode(97 + place)}`)
  }
  return desk
}

const tasks = fc.array(
  fc.tuple(shown, title).map(([{ filter, place, gestures }, title]) => ({
    title,
    shown: (at: Demonstration): void => {
      if (filter) at.filter(filter)
      at.open(Math.min(place, at.ids.length - 1))
      for (const act of gestures) act(at)
    },
  })),
  { minLength: 1, maxLength: 3 },
)

describe('a pack', () => {
  it('says the same after it went through another browser', () => {
    let carried = 0
    fc.assert(
      fc.property(tasks, (some) => {
        const source = deskOf(some)
        if (source.page.library.tools().length === 0) return
        carried += 1
        for (const includeText of [true, false]) {
          const text = exported(source, includeText)
          const there = openPackPage()
          must(importAll(there, text))
          for (const tool of there.page.library.tools()) {
            expect(tool.compiled).toEqual(source.page.library.tool(tool.name)?.compiled)
            expect(tool.procedure).toEqual(source.page.library.tool(tool.name)?.procedure)
            expect(tool.digest).toBe(source.page.library.tool(tool.name)?.digest)
          }
          // Demonstrations without their texts stay in the file.
          const bare = (pack: string): Json => ({
            ...(timeless(pack) as JsonObject),
            tools: (JSON.parse(pack) as { tools: JsonObject[] }).tools.map(({ traces: _, ...tool }) => tool),
          })
          if (includeText) expect(timeless(exported(there, true))).toEqual(timeless(text))
          else expect(bare(exported(there))).toEqual(bare(text))
        }
      }),
      { numRuns: 25 },
    )
    expect(carried).toBeGreaterThan(10)
  })
})
