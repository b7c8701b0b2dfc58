import { afterEach, describe, expect, it } from 'vitest'
import LibraryPanel from '../../../src/views/teach/LibraryPanel.vue'
import { exported, importAll, openPackPage, taughtPage } from '../../unit/webmcp/packPage.ts'
import { must } from '../../unit/webmcp/page.ts'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let library: Mounted | undefined
afterEach(() => library?.end())

const HAND = { actor: 'operator', source: 'library' } as const
const events = (at: Mounted): readonly string[] => at.all('[data-event] .what').map((what) => what.textContent ?? '')

async function narrow(at: Mounted, kind: string): Promise<void> {
  await at.click('[data-audit-kind]')
  await at.click(`[role="option"][data-value="${kind}"]`)
}

describe('what the audit calls something taken back', () => {
  it('an import is an import, among the tools; a run is a run, among the runs', async () => {
    const there = openPackPage()
    library = await mountTeaching(LibraryPanel, { anchor: null }, { page: there.page })
    const at = library
    importAll(there, exported(taughtPage()))
    must(at.history.undo())
    must(at.history.redo())
    await at.page.runs.run('set_urgent', { target_ticket: 'T-1004' }, HAND)
    must(at.history.undo())
    await at.click('[data-tab="audit"]')
    await at.settle()
    expect(events(at).slice(0, 1)).toEqual(['Run undone'])
    await narrow(at, 'runs')
    expect(events(at)).toEqual(['Run undone', 'Run finished', 'Run started'])
    await narrow(at, 'tools')
    expect(events(at)).toEqual(expect.arrayContaining(['Import done again', 'Import undone', 'Imported']))
    expect(events(at).filter((event) => event.startsWith('Run'))).toEqual([])
  })
})
