import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { must } from './page.ts'
import { exported, openPackPage, packOf, taughtPage } from './packPage.ts'

describe('export', () => {
  it('writes the format of the contract, to the member', () => {
    const pack = packOf(exported(taughtPage()))
    expect(Object.keys(pack)).toEqual(['format', 'version', 'exportedAt', 'tools'])
    expect(pack).toMatchObject({ format: 'understudy/tool-pack', version: 1, exportedAt: '2026-11-30T13:00:00.000Z' })
    expect(pack.tools.map((tool) => tool.name)).toEqual(['set_urgent', 'answer_oldest'])
    for (const tool of pack.tools) expect(Object.keys(tool)).toEqual(['name', 'title', 'description', 'procedure', 'digest', 'traces'])
    expect(pack.tools[0]?.description).toBe('Does what was shown.')
  })

  it('takes disabled tools along and revoked ones not, and those that were named only', () => {
    const desk = taughtPage()
    must(desk.page.registry.disable('set_urgent'))
    expect(packOf(exported(desk)).tools).toHaveLength(2)
    expect(must(desk.packs.export({ includeText: false, names: ['answer_oldest'] })).pack.tools.map(({ name }) => name)).toEqual([
      'answer_oldest',
    ])
    must(desk.page.registry.revoke('set_urgent'))
    expect(packOf(exported(desk)).tools.map((tool) => tool.name)).toEqual(['answer_oldest'])
  })

  it('leaves what users wrote out of demonstrations unless asked', () => {
    const desk = taughtPage()
    const traces = (text: string): string => JSON.stringify(packOf(text).tools.map((tool) => tool.traces))
    expect(traces(exported(desk))).not.toMatch(/Cannot log in|@example\.com|log in/)
    expect(traces(exported(desk, true))).toMatch(/Cannot log in/)
  })

  it('case P26: never holds the arguments of a call', async () => {
    const desk = taughtPage()
    await desk.page.registry.restore()
    await desk.page.host.call('set_urgent', { target_ticket: 'T-1031' })
    await desk.page.host.call('set_urgent', { target_ticket: 'SECRET-77', stray: 'SECRET-78' })
    expect(exported(desk, true)).not.toMatch(/SECRET|runCount|lastError/)
  })

  it('leaves a tool behind that is not what was approved, and says so', () => {
    const desk = taughtPage()
    const tool = desk.page.library.tool('set_urgent')
    const compiled = { ...(tool?.compiled as unknown as JsonObject), description: 'Something else.' }
    desk.page.bus.apply(
      [
        {
          op: 'update',
          entity: 'tool',
          id: 'set_urgent',
          fields: { compiled: { from: tool?.compiled as unknown as JsonObject, to: compiled } },
        },
      ],
      { actor: 'system', source: 'test' },
    )
    const made = must(desk.packs.export({ includeText: false }))
    expect(made.pack.tools.map(({ name }) => name)).toEqual(['answer_oldest'])
    expect(made.left).toEqual(['1 tool is not what was approved'])
  })

  it('says so when there is nothing to export, and notes in the audit what left', () => {
    const desk = taughtPage()
    exported(desk)
    expect(desk.page.audit('exported')[0]?.audit).toMatchObject({
      detail: { includeText: false, tools: [{ name: 'set_urgent' }, { name: 'answer_oldest' }] },
    })
    expect(openPackPage().packs.export({ includeText: false })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  })
})
