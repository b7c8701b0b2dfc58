import { afterEach, describe, expect, it } from 'vitest'
import CallerNote from '../../../src/views/teach/CallerNote.vue'
import DraftPanel from '../../../src/views/teach/DraftPanel.vue'
import { must, openPage, urgentVip } from '../../unit/webmcp/page.ts'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let panel: Mounted | undefined
afterEach(() => panel?.end())

const text = (at: Mounted, selector: string): readonly string[] => at.all(selector).map((one) => one.textContent.replaceAll(/\s+/g, ' ').trim())

describe('the words of a draft', () => {
  it('say which parameter was fixed by hand, on what, and in the words of its author', async () => {
    const page = openPage()
    const draftId = page.teach((at) => {
      at.open(2)
      at.assign('a-2')
      at.applyTemplate('wait')
    })
    const { params } = must(page.library.draftView(draftId)).generalized.procedure
    const optional = params.filter((param) => param.default !== undefined)
    expect(optional.map((param) => param.default)).toEqual(['a-2', 'wait'])
    const [assignee, template] = optional.map(({ key }) => key)
    panel = await mountTeaching(DraftPanel, { draftId }, { page })
    expect(panel.all('[data-part="edits"]')).toEqual([])
    const edits = [assignee, template].map((key) => ({ edit: 'constant', key: key ?? '' }) as const)
    must(page.library.editDraft(draftId, { edits, parameters: { [template ?? '']: { name: 'letter' } } }))
    await panel.settle()
    expect(must(page.library.draftView(draftId)).generalized.procedure.params.filter((param) => param.default !== undefined)).toEqual([])
    const name = page.bus.session.records.get('assignee', 'a-2')?.name as string
    const letter = page.bus.session.records.get('template', 'wait')?.name as string
    expect(text(panel, '[data-part="edits"] .words')).toEqual([`new_assignee is always ${name}`, `letter is always ${letter}`])
    panel.find('[data-action="take-back"]').click()
    await panel.settle()
    expect(text(panel, '[data-part="edits"] .words')).toEqual([`letter is always ${letter}`])
  })

  it('say who the caller is where the caller is spoken of, once', async () => {
    const page = openPage()
    const draftId = page.teach(urgentVip)
    panel = await mountTeaching(DraftPanel, { draftId }, { page })
    expect(panel.find('[data-region="draft"]').textContent).toContain('The caller says which ticket')
    expect(text(panel, '[data-part="caller"]')).toEqual(['The caller is whoever runs the tool: an agent, or you.'])
    panel.end()
    panel = await mountTeaching(CallerNote, { said: [['Shown once'], ['It takes the oldest']] })
    expect(panel.all('[data-part="caller"]')).toEqual([])
  })
})
