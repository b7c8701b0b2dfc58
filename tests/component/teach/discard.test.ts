import { afterEach, describe, expect, it } from 'vitest'
import DraftPanel from '../../../src/views/teach/DraftPanel.vue'
import LibraryPanel from '../../../src/views/teach/LibraryPanel.vue'
import { usePanelsStore } from '../../../src/stores/panels.ts'
import { openPage, urgentVip, type Page } from '../../unit/webmcp/page.ts'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let view: Mounted | undefined
afterEach(() => view?.end())

function taught(): { readonly page: Page; readonly draftId: string; readonly recordingId: string } {
  const page = openPage()
  const draftId = page.teach(urgentVip)
  return { page, draftId, recordingId: page.library.draft(draftId)?.recordingIds[0] ?? '' }
}

const focused = (): string | undefined => (document.activeElement as HTMLElement).dataset['action']

describe('discarding a draft', () => {
  it('is asked about, with the harmless answer at hand; kept, nothing is another', async () => {
    const { page, draftId } = taught()
    const before = page.library.draft(draftId)
    view = await mountTeaching(DraftPanel, { draftId }, { page })
    await view.click('[data-action="discard"]')
    expect(page.library.draft(draftId)).toBe(before)
    expect(focused()).toBe('keep')
    await view.click('[data-action="keep"]')
    expect(focused()).toBe('discard')
    expect(page.library.draft(draftId)).toBe(before)
  })

  it('takes what was shown with it, or leaves that, as the person says', async () => {
    for (const [way, left] of [['discard-all', 0], ['discard-draft', 1]] as const) {
      const { page, draftId } = taught()
      view = await mountTeaching(DraftPanel, { draftId }, { page })
      await view.click('[data-action="discard"]')
      await view.click(`[data-action="${way}"]`)
      expect(page.library.drafts()).toEqual([])
      expect(page.library.recordings()).toHaveLength(left)
      view.end()
    }
  })

  it('leaves what a tool rests on, and says so', async () => {
    const { page, draftId } = taught()
    page.publish(draftId, 'escalate')
    view = await mountTeaching(DraftPanel, { draftId }, { page })
    await view.click('[data-action="discard"]')
    expect(view.find('[data-region="draft"] footer').textContent).toContain('something else rests on it')
    expect(view.all('[data-action="discard-all"]')).toEqual([])
    await view.click('[data-action="discard-draft"]')
    expect(page.library.recordings()).toHaveLength(1)
    expect(page.library.tool('escalate')?.state).toBe('live')
  })
})

describe('what was shown, in the library', () => {
  it('of what nothing rests on a draft is made again, or it is discarded once the person is sure', async () => {
    const { page, draftId, recordingId } = taught()
    page.library.discardDraft(draftId)
    view = await mountTeaching(LibraryPanel, { anchor: null }, { page })
    await view.click('[data-tab="recordings"]')
    await view.settle()
    const row = `[data-recording="${recordingId}"]`
    expect(view.find(row).textContent).toContain('nothing rests on it')
    await view.click(`${row} [data-action="draft-again"]`)
    const [draft] = page.library.drafts()
    expect(draft).toMatchObject({ recordingIds: [recordingId], status: 'open' })
    expect(usePanelsStore().draftId).toBe(draft?.draftId)
    expect(view.find(row).textContent).toContain(`in the draft ${draft?.name ?? '?'}`)
    expect(view.all(`${row} button`)).toEqual([])

    page.library.discardDraft(draft?.draftId ?? '')
    await view.settle()
    await view.click(`${row} [data-action="discard-recording"]`)
    expect(page.library.recordings()).toHaveLength(1)
    await view.click(`${row} [data-action="confirm-discard"]`)
    expect(page.library.recordings()).toEqual([])
    expect(view.all('[data-recording]')).toEqual([])
  })
})
