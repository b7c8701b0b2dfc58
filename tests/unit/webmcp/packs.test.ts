import { describe, expect, it } from 'vitest'
import { createHistory } from '../../../src/bus/history.ts'
import { taught } from '../../support/sessions.ts'
import { must, PERSON, turns, urgentVip } from './page.ts'
import { exported, importAll, openPackPage, packOf, stateOf, taughtPage } from './packPage.ts'

describe('import', () => {
  it('case T16: nothing is live before a person has seen it', async () => {
    const text = exported(taughtPage())
    const desk = openPackPage()
    await desk.page.registry.restore()
    const before = stateOf(desk)
    const pack = must(desk.packs.open(text))
    const shown = desk.packs.review(pack)
    expect(shown.entries.map(({ standing }) => standing)).toEqual(['new', 'new'])
    expect(stateOf(desk)).toBe(before)
    for (const gesture of [null, { ...PERSON, isTrusted: false }, { ...PERSON, via: 'script' as const }, { ...PERSON, after: 499 }]) {
      const refused = desk.packs.accept({ pack, shown, renames: new Map(), places: [0, 1], gesture, via: 'drop' })
      expect(refused).toMatchObject({ ok: false, error: { code: 'BLOCKED' } })
    }
    expect(stateOf(desk)).toBe(before)
    must(desk.packs.accept({ pack, shown, renames: new Map(), places: [1], gesture: PERSON, via: 'drop' }))
    await turns()
    expect([...desk.page.host.tools.keys()]).toEqual(['answer_oldest'])
    expect(desk.page.host.tools.get('answer_oldest')?.description).toBe(shown.entries[1]?.compiled.description)
  })

  it('is one commit with its audit, undone as one and done again as one, also after a run', async () => {
    const text = exported(taughtPage(), true)
    const desk = openPackPage()
    const history = createHistory(desk.page.bus)
    await desk.page.registry.restore()
    const done = must(importAll(desk, text))
    await turns()
    expect([...desk.page.host.tools.keys()].sort()).toEqual(['answer_oldest', 'set_urgent'])
    expect(desk.page.library.recordings()).toHaveLength(2)
    expect(desk.page.audit('imported').map(({ audit }) => audit)).toMatchObject([
      {
        detail: {
          via: 'picker',
          gesture: { isTrusted: true },
          tools: [{ name: 'set_urgent', approved: 'now', state: 'live' }, { name: 'answer_oldest' }],
        },
      },
    ])
    expect(await desk.page.host.call('answer_oldest')).toMatchObject({ ok: true })
    await turns()
    expect(history.undoable().find(({ id }) => id === done.commitId)).toMatchObject({ actor: 'operator', commits: [{ source: 'import' }] })
    must(history.undo(done.commitId))
    await turns()
    expect(desk.page.bus.session.records.list('tool')).toEqual([])
    expect(desk.page.bus.session.records.list('recording')).toEqual([])
    expect(desk.page.host.tools.size).toBe(0)
    expect(desk.page.audit('undone').map(({ audit }) => audit?.detail)).toEqual([{ what: 'imported', commit: done.commitId }])
    must(history.redo(done.commitId))
    await turns()
    expect([...desk.page.host.tools.keys()].sort()).toEqual(['answer_oldest', 'set_urgent'])
  })

  it('takes a tool with a step that was shown again, as it was exported', () => {
    const { page, packs } = openPackPage()
    page.publish(page.teach(urgentVip), 'set_urgent')
    const as = page.library.tool('set_urgent')?.procedure.body.at(-1)?.as
    const shown = taught(page.desk, (at) => {
      at.open(2)
      at.addTags('seen')
    }).recording
    page.publish(must(page.repairs.finish(must(page.repairs.target('set_urgent', as)), shown)).draftId, 'set_urgent')
    const text = exported({ page, packs }, true)
    const desk = openPackPage()
    must(importAll(desk, text))
    expect(desk.page.library.tool('set_urgent')?.digest).toBe(page.library.tool('set_urgent')?.digest)
    expect(desk.page.library.recordings().map(({ repairs }) => repairs)).toEqual(page.library.tool('set_urgent')?.recordingIds.map((id) => page.library.recording(id)?.repairs))
    const strange = packOf(text)
    strange.tools[0]?.traces?.splice(0, 1, { ...strange.tools[0].traces[0], repairs: { recordingId: 'a', steps: 'all' } })
    expect(desk.packs.open(JSON.stringify(strange))).toMatchObject({ ok: false, error: { path: 'tools[0].traces[0].repairs.steps' } })
  })

  it('brings back at once what was approved here before, and says nothing of what is here', () => {
    const desk = taughtPage()
    const text = exported(desk)
    expect(desk.packs.review(must(desk.packs.open(text))).entries.map(({ standing }) => standing)).toEqual(['here', 'here'])
    must(desk.page.registry.revoke('set_urgent'))
    expect(desk.packs.review(must(desk.packs.open(text))).entries.map(({ standing }) => standing)).toEqual(['known', 'here'])
    must(importAll(desk, text, null))
    expect(desk.page.library.tool('set_urgent')?.state).toBe('live')
    expect(desk.page.audit('imported')[0]?.audit?.detail).toMatchObject({ tools: [{ name: 'set_urgent', approved: 'before' }] })
  })

  it('never believes a digest: one that was approved stands on another program', () => {
    const desk = taughtPage()
    const pack = packOf(exported(desk))
    must(desk.page.registry.revoke('set_urgent'))
    const [tool] = pack.tools
    if (tool) tool.description = 'Does something else.'
    const shown = desk.packs.review(must(desk.packs.open(JSON.stringify(pack))))
    expect(shown.entries[0]).toMatchObject({ standing: 'new', findings: [{ kind: 'digest' }] })
    expect(shown.entries[0]?.digest).not.toBe(tool?.digest)
  })

  it('case W29: annotations, schemas and the sentence of effects come from the program alone', () => {
    const pack = packOf(exported(taughtPage()))
    const [tool] = pack.tools
    const param = tool?.procedure.params[0]
    if (!tool || !param) throw new Error('no tool')
    tool.description = 'Harmless. Looks up tickets; changes nothing.'
    param.schema = { type: 'string', enum: ['T-1001'] }
    const desk = openPackPage()
    const [entry] = desk.packs.review(must(desk.packs.open(JSON.stringify(pack)))).entries
    expect(entry?.compiled.annotations).toEqual({ readOnlyHint: false, untrustedContentHint: true, consequentialHint: false })
    expect(entry?.compiled.description).toBe('Harmless. Looks up tickets; changes nothing. Changes priority and tags of the given ticket.')
    expect(entry?.compiled.inputSchema.properties?.target_ticket).toMatchObject({ type: 'string', pattern: '^[A-Za-z0-9:_.#-]{1,64}$' })
    expect(entry?.compiled.inputSchema.properties?.target_ticket?.enum).toBeUndefined()
    for (const stray of [{ annotations: { readOnlyHint: true } }, { inputSchema: {} }, { readOnly: true }]) {
      expect(desk.packs.open(JSON.stringify({ ...pack, tools: [{ ...tool, ...stray }] }))).toMatchObject({
        ok: false,
        error: { path: `tools[0].${Object.keys(stray)[0] ?? ''}` },
      })
    }
  })
})
