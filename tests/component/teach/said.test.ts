import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useKeptApartStore } from '../../../src/stores/keptApart.ts'
import { useRecordingStore } from '../../../src/stores/recording.ts'
import { announcement } from '../../../src/ui/announce.ts'
import DraftPanel from '../../../src/views/teach/DraftPanel.vue'
import LibraryPanel from '../../../src/views/teach/LibraryPanel.vue'
import RecordingChip from '../../../src/views/teach/RecordingChip.vue'
import { must, openPage, urgentVip } from '../../unit/webmcp/page.ts'
import type { Demonstration } from '../../support/sessions.ts'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let view: Mounted | undefined
beforeEach(() => sessionStorage.clear())
afterEach(() => view?.end())

/** The same task on another row. */
const onRow = (place: number) => (at: Demonstration): void => {
  at.open(place)
  at.setPriority('urgent')
  at.addTags('vip')
}
const said = (): string => announcement.value.text

describe('what is only seen to happen is said aloud', () => {
  it('a step struck out and kept again; the focus stays on its button', async () => {
    const page = openPage()
    view = await mountTeaching(RecordingChip, {}, { page })
    useRecordingStore().start()
    page.bus.dispatch('set_ticket_priority', { ticketId: 'T-1004', priority: 'urgent' }, { actor: 'operator', source: 'ticket' })
    await view.settle()
    const button = view.find('.strike')
    button.focus()
    button.click()
    await view.settle()
    expect(said()).toBe('Step 1 struck out.')
    expect(document.activeElement).toBe(button)
    expect(button.textContent.trim()).toBe('keep')
    button.click()
    await view.settle()
    expect(said()).toBe('Step 1 kept.')
    expect(document.activeElement).toBe(button)
  })

  it('an answer, that a draft cannot be published and at which field, and that it is discarded', async () => {
    const page = openPage()
    const draftId = page.teach((at) => {
      at.filter({ status: ['open'] })
      at.open(0)
      at.setPriority('high')
    })
    view = await mountTeaching(DraftPanel, { draftId }, { page })
    const name = view.find('[name="name"]')
    expect(name.hasAttribute('aria-invalid')).toBe(false)
    must(page.library.editDraft(draftId, { name: 'not a name!' }))
    await view.settle()
    expect(said()).toBe('This cannot be published as it is.')
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(view.find(`#${CSS.escape(name.getAttribute('aria-describedby') ?? '')}`).textContent).toContain('Cannot be published')
    must(page.library.editDraft(draftId, { name: 'a_name' }))
    await view.settle()
    expect(said()).toBe('This can be published.')
    expect(name.hasAttribute('aria-invalid')).toBe(false)
    const answer = view.find('[data-choice]')
    const words = answer.querySelector('.words')?.textContent ?? ''
    answer.click()
    await view.settle()
    expect(said()).toBe(`Answered: ${words}.`)
    await view.click('[data-action="discard"]')
    await view.click('[data-action="discard-all"]')
    expect(said()).toBe('The draft and what was shown are discarded.')
  })

  it('in the library, which tool a button is for', async () => {
    const page = openPage()
    page.publish(page.teach(urgentVip), 'escalate')
    view = await mountTeaching(LibraryPanel, { anchor: null }, { page })
    const called = (action: string): string | null | undefined => view?.find(`[data-action="${action}"]`).getAttribute('aria-label')
    expect(['run', 'disable', 'revoke'].map(called)).toEqual(['Run escalate', 'Disable escalate', 'Revoke escalate'])
  })
})

describe('two drafts that are alike', () => {
  it('joined, it is said; kept apart by key, they are not offered again when the draft is opened anew or the page is', async () => {
    const page = openPage()
    const first = page.teach(onRow(2))
    const second = page.teach(onRow(5))
    const offers = (): number => view?.all('[data-region="join"]').length ?? 0
    view = await mountTeaching(DraftPanel, { draftId: second }, { page })
    expect(offers()).toBe(1)
    view.find('[data-region="draft"]').focus()
    await view.press('n')
    expect(offers()).toBe(0)
    expect(said()).toBe('Kept apart.')
    view.end()
    // Another Pinia, as after a reload: the tab remembers.
    for (const draftId of [second, first]) {
      view = await mountTeaching(DraftPanel, { draftId }, { page })
      expect(offers()).toBe(0)
      view.end()
    }
    const third = page.teach(onRow(8))
    view = await mountTeaching(DraftPanel, { draftId: third }, { page })
    expect(offers()).toBe(1)
    await view.click('[data-action="join"]')
    expect(said()).toContain('2 demonstrations')
  })

  it('taken apart, they are not offered to each other', async () => {
    const page = openPage()
    const first = page.teach(onRow(2))
    const second = page.teach(onRow(5))
    must(page.library.join(second, first))
    view = await mountTeaching(DraftPanel, { draftId: first }, { page })
    await view.click('[data-action="take-apart"]')
    const apart = page.library.drafts().find(({ draftId }) => draftId !== first)
    expect(useKeptApartStore().has(first, apart?.draftId ?? '')).toBe(true)
    expect(view.all('[data-region="join"]')).toEqual([])
    view.end()
    view = await mountTeaching(DraftPanel, { draftId: apart?.draftId ?? '' }, { page })
    expect(view.all('[data-region="join"]')).toEqual([])
  })
})
