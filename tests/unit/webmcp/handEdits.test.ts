import { describe, expect, it } from 'vitest'
import type { Edit } from '../../../src/teach/generalize/types.ts'
import { must, openPage } from './page.ts'

function filtered() {
  const page = openPage()
  const draftId = page.teach((at) => {
    at.filter({ status: ['open'], sort: 'oldest' })
    at.open(0)
    at.setPriority('urgent')
    at.addTags('vip')
  })
  const [list = '', , , tag = ''] = must(page.library.draftView(draftId)).steps.map(({ as }) => as)
  const edit = (...edits: readonly Edit[]) => page.library.editDraft(draftId, { edits })
  return { page, draftId, edit, dropList: { edit: 'drop', step: list } as const, dropTag: { edit: 'drop', step: tag } as const }
}

describe('changes by hand', () => {
  it('that the demonstration contradicts are refused with the reason, and nothing is another', () => {
    const { page, draftId, edit, dropList, dropTag } = filtered()
    must(edit(dropTag))
    const before = page.library.draft(draftId)
    const commits = page.bus.commits.length
    const refused = edit(dropTag, dropList)
    expect(refused).toMatchObject({ ok: false, error: { code: 'BLOCKED', message: expect.stringContaining('needed by others') as string } })
    expect(page.library.draft(draftId)).toBe(before)
    expect(page.bus.commits).toHaveLength(commits)
  })

  it('that a check contradicts are refused, also where another takes the place of one before', () => {
    const { edit, dropTag } = filtered()
    must(edit(dropTag))
    expect(edit({ edit: 'pick', step: 's2', leaf: 'ticketId', choose: { by: 'last' } })).toMatchObject({
      ok: false,
      error: { code: 'BLOCKED', message: 'The rule you chose does not give what was demonstrated, so the caller still says which. Nothing was changed.' },
    })
  })

  it('can be taken back, each of them', () => {
    const { page, draftId, edit, dropTag } = filtered()
    const shown = must(page.library.draftView(draftId)).generalized.procedure
    must(edit({ edit: 'parameter', step: 's3', leaf: 'priority' }, dropTag))
    expect(must(page.library.draftView(draftId)).generalized.procedure.params.map(({ name }) => name)).toEqual(['new_priority'])
    must(edit(dropTag))
    expect(must(page.library.draftView(draftId)).generalized.procedure.params).toEqual([])
    must(edit())
    expect(must(page.library.draftView(draftId)).generalized.procedure).toEqual(shown)
  })
})

describe('case T09: what was changed after drafting', () => {
  it('is compiled anew: the tool has the new schema, and what fits the old one only is refused', async () => {
    const { page, draftId, edit } = filtered()
    await page.registry.restore()
    const before = page.publish(draftId, 'raise')
    must(edit({ edit: 'parameter', step: 's3', leaf: 'priority' }))
    // What is registered stays what was approved, until the draft is approved anew.
    expect(page.library.tool('raise')?.compiled).toEqual(before.compiled)
    expect(page.library.draft(draftId)?.status).toBe('open')
    const after = page.publish(draftId)
    expect(after.digest).not.toBe(before.digest)
    expect(after.compiled.inputSchema).toMatchObject({ required: ['new_priority'] })
    await page.registry.whenSettled('raise')
    expect(page.host.tools.get('raise')?.inputSchema).toEqual(after.compiled.inputSchema)
    const call = (args: Record<string, string>) => page.runs.run('raise', args, { actor: 'agent', source: 'host' })
    expect(await call({})).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', path: 'new_priority' } })
    expect(await call({ new_priority: 'high' })).toMatchObject({ ok: true, changed: [{ field: 'priority', to: 'high' }] })
  })

  it('a request that is open is withdrawn: what it showed cannot be approved any more', () => {
    const { page, draftId, edit } = filtered()
    const request = must(page.approvals.open(draftId, 'agent'))
    must(edit({ edit: 'parameter', step: 's3', leaf: 'priority' }))
    expect(page.approvals.request(request.requestId)).toMatchObject({ state: 'withdrawn' })
    expect(must(page.approvals.open(draftId, 'agent')).view.compiled.inputSchema).toMatchObject({ required: ['new_priority'] })
  })
})
