import { describe, expect, it } from 'vitest'
import type { Demonstration } from '../../support/sessions.ts'
import { must, openPage, type Page } from './page.ts'

const setBoth = (row: number, priority: string) => (at: Demonstration): void => {
  at.open(row)
  at.setPriority(priority)
  at.addTags('vip')
}

/** Two drafts joined, with what they were before. */
function joined() {
  const page = openPage()
  const into = page.teach(setBoth(2, 'urgent'))
  const other = page.teach(setBoth(5, 'high'))
  must(page.library.editDraft(other, { name: 'mine', description: 'In my words.', answers: { q_1: { choice: 'a', by: 'person' } } }))
  const [first = ''] = page.library.draft(into)?.recordingIds ?? []
  const before = page.library.draft(other)
  const [second = ''] = before?.recordingIds ?? []
  const stepsBefore = stepsOf(page, into)
  must(page.library.join(other, into))
  return { page, into, first, second, before, stepsBefore }
}

const stepsOf = (page: Page, draftId: string) => must(page.library.draftView(draftId)).steps

describe('taking apart', () => {
  it('gives back both drafts as they were before they were joined, as one commit', () => {
    const { page, into, first, second, before, stepsBefore } = joined()
    // What was answered for the other went into both; it is nobody's who did not say it of this one.
    must(page.library.editDraft(into, { answers: {} }))
    const commits = page.bus.commits.length
    const apart = must(page.library.takeApart(into, second))
    expect(page.bus.commits).toHaveLength(commits + 1)
    expect(page.library.draft(into)?.recordingIds).toEqual([first])
    expect(stepsOf(page, into)).toEqual(stepsBefore)
    const { name, title, description, parameters, answers, edits, label, byHand } = before ?? {}
    expect(apart).toMatchObject({ name, title, description, parameters, answers, edits, label, byHand, recordingIds: [second], status: 'open' })
    expect(apart.draftId).not.toBe(before?.draftId)
    expect(must(page.library.draftView(apart.draftId)).blocked).toBe(false)
  })

  it('can be joined again, to the same', () => {
    const { page, into, second } = joined()
    const steps = stepsOf(page, into)
    const apart = must(page.library.takeApart(into, second))
    expect(page.library.similar(apart.draftId).map(({ draft }) => draft.draftId)).toEqual([into])
    must(page.library.join(apart.draftId, into))
    expect(stepsOf(page, into)).toEqual(steps)
  })

  it('of a demonstration that never was a draft, or whose name is another’s by now, goes by what its steps suggest', () => {
    const { page, into, second, before } = joined()
    const taken = page.teach(setBoth(7, 'low'))
    must(page.library.editDraft(taken, { name: before?.name ?? '' }))
    const apart = must(page.library.takeApart(into, second))
    expect(apart.name).not.toBe(before?.name)
    expect(apart.description).toBe(before?.description)
    const both = must(page.library.draftFrom({ recordingIds: page.library.recordings().slice(0, 2).map(({ recordingId }) => recordingId), name: 'both', description: 'x' }))
    must(page.library.discardDraft(taken))
    const [third = ''] = both.recordingIds
    expect(must(page.library.takeApart(both.draftId, third)).recordingIds).toEqual([third])
  })

  it('keeps what was decided by hand where the steps are known by the same names without it', () => {
    const { page, into, first } = joined()
    const edits = [{ edit: 'drop', step: stepsOf(page, into).at(-1)?.as ?? '' }] as const
    must(page.library.editDraft(into, { edits }))
    const steps = stepsOf(page, into).map(({ as }) => as)
    expect(must(page.library.takeApart(into, first)).edits).toEqual([])
    expect(page.library.draft(into)?.edits).toEqual(edits)
    expect(stepsOf(page, into).map(({ as }) => as)).toEqual(steps)
  })

  it('is refused where they are not, and nothing changes; the others can go', () => {
    const { page, second } = joined()
    // Steps are counted as in the demonstration that came first; this one has a step more before them.
    const odd = page.teach((at) => {
      at.filter({ status: ['open'] })
      setBoth(6, 'high')(at)
    })
    const [oddId = ''] = page.library.draft(odd)?.recordingIds ?? []
    const { draftId } = must(page.library.draftFrom({ recordingIds: [oddId, second], name: 'two', description: 'x' }))
    const edits = [{ edit: 'drop', step: stepsOf(page, draftId).at(-1)?.as ?? '' }] as const
    const before = must(page.library.editDraft(draftId, { edits }))
    expect(page.library.takeApart(draftId, second)).toMatchObject({ ok: false, error: { code: 'BLOCKED', message: expect.stringContaining('Take the others apart') as string } })
    expect(page.library.draft(draftId)).toBe(before)
    expect(must(page.library.takeApart(draftId, oddId)).recordingIds).toEqual([oddId])
    expect(page.library.draft(draftId)).toMatchObject({ recordingIds: [second], edits })
  })

  it('of the only one, of one it has not, and of a draft that is not there', () => {
    const { page, into, first, second } = joined()
    const apart = must(page.library.takeApart(into, second))
    expect(page.library.takeApart(into, first)).toMatchObject({ ok: false, error: { code: 'BLOCKED', message: expect.stringContaining('only') as string } })
    expect(page.library.takeApart(into, second)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(page.library.takeApart('none', second)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(page.library.draft(apart.draftId)?.recordingIds).toEqual([second])
  })
})
