import { afterEach, describe, expect, it, vi } from 'vitest'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'
import ApprovalHost from '../../../src/views/teach/ApprovalHost.vue'
import { usePanelsStore } from '../../../src/stores/panels.ts'
import { INERT_MS } from '../../../src/webmcp/approvals/api.ts'
import { must, openPage, PERSON, urgentVip, type Page } from '../../unit/webmcp/page.ts'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let host: Mounted | undefined
afterEach(() => host?.end())

const TICKETS = sampleRecords(Date.UTC(2026, 10, 30, 8)).ticket

function teachDoubtful(by: 'agent' | 'person' | null): { readonly page: Page; readonly draftId: string; readonly questionId: string } {
  const page = openPage({ records: { ticket: TICKETS } })
  const draftId = page.teach((at) => {
    at.filter({ status: ['open'], priority: ['urgent'] })
    at.open(0)
    at.setPriority('high')
  })
  const [question] = must(page.library.draftView(draftId)).questions
  const choice = question?.choices[0]?.choiceId ?? ''
  const questionId = question?.questionId ?? ''
  if (by) must(page.library.editDraft(draftId, { answers: { [questionId]: { choice, by } } }))
  must(page.approvals.open(draftId, by === 'agent' ? 'agent' : 'operator'))
  return { page, draftId, questionId }
}

const disabled = (at: Mounted, action: string): boolean => (at.find(`[data-action="${action}"]`) as HTMLButtonElement).disabled
const inertOver = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, INERT_MS + 100))

describe('an agent’s answer in the approval', () => {
  it('stands as its proposal beside the other choices, with the rows it is about', async () => {
    const { page, questionId } = teachDoubtful('agent')
    host = await mountTeaching(ApprovalHost, {}, { page })
    const card = host.find(`[data-part="proposals"] [data-question="${questionId}"]`)
    expect(card.dataset['answered']).toBe('agent')
    expect([...card.querySelectorAll('[data-choice]')].map((one) => one.getAttribute('aria-pressed'))).toEqual(['true', 'false', 'false'])
    expect(card.querySelector('[aria-pressed="true"]')?.textContent).toContain('the agent’s answer')
    const taken = [...card.querySelectorAll('[data-row]')].filter((row) => row.getAttribute('data-taken') === 'true')
    expect(card.querySelectorAll('[data-row]').length).toBeGreaterThan(1)
    expect(taken.map((row) => row.getAttribute('data-row'))).toEqual([card.querySelector('[aria-pressed="true"] .words')?.textContent])
  })

  it('another one is worked out and shown, and cannot be approved in the same breath', async () => {
    const { page, questionId } = teachDoubtful('agent')
    host = await mountTeaching(ApprovalHost, {}, { page })
    const at = host
    const steps = (): string => at.find('[data-region="approval"] .steps').textContent ?? ''
    const before = steps()
    await inertOver()
    await at.settle()
    expect(disabled(at, 'approve')).toBe(false)
    const requestId = page.approvals.waiting()[0]?.requestId ?? ''
    must(page.approvals.answer(requestId, questionId, 'caller', PERSON))
    await at.settle()
    expect(steps()).not.toBe(before)
    expect(at.find('[data-region="approval"]').textContent).toContain('target_ticket')
    expect(disabled(at, 'approve')).toBe(true)
    await inertOver()
    await at.settle()
    expect(disabled(at, 'approve')).toBe(false)
  })

  it('a script that chooses changes nothing, and is told so', async () => {
    const { page } = teachDoubtful('agent')
    host = await mountTeaching(ApprovalHost, {}, { page })
    const [before] = page.approvals.waiting()
    await host.click('[data-part="proposals"] [data-choice="caller"]')
    expect(page.approvals.waiting()).toEqual([before])
    expect(host.find('[data-region="approval"] [role="alert"]').textContent).toContain('a script cannot')
  })

  it('leads back to the draft, and the request waits behind its banner', async () => {
    const { page, draftId } = teachDoubtful('agent')
    host = await mountTeaching(ApprovalHost, {}, { page })
    await host.click('[data-action="back-to-draft"]')
    expect(usePanelsStore().draftId).toBe(draftId)
    expect(host.all('[data-region="approval"]')).toEqual([])
    expect(host.find('[data-region="approval-banner"]').textContent).toContain('waits for your approval')
    expect(page.approvals.waiting()).toHaveLength(1)
  })

  it('says why it went, where it is withdrawn while a person reads it', async () => {
    const { page, draftId } = teachDoubtful('agent')
    host = await mountTeaching(ApprovalHost, {}, { page })
    expect(host.all('[data-region="approval"]')).toHaveLength(1)
    must(page.library.editDraft(draftId, { description: 'Another.' }, { actor: 'agent', source: 'host' }))
    await host.settle()
    expect(host.all('[data-region="approval"]')).toEqual([])
    expect(host.find('p[role="status"].banner').textContent).toContain('was withdrawn. The draft was changed.')
  })

  it.each(['person', null] as const)('what a person answered, or nobody had to, is not asked again (%s)', async (by) => {
    host = await mountTeaching(ApprovalHost, {}, { page: teachDoubtful(by).page })
    expect(host.all('[data-part="proposals"]')).toEqual([])
  })
})

describe('the half second in which nothing can be approved', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('begins with the frame that is drawn, however long before the page made it', async () => {
    const frames: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
    host = await mountTeaching(ApprovalHost, {}, { page: teachDoubtful('person').page })
    await inertOver()
    await host.settle()
    expect(disabled(host, 'approve')).toBe(true)
    frames.forEach((draw) => draw())
    await host.settle()
    expect(disabled(host, 'approve')).toBe(true)
    await inertOver()
    await host.settle()
    expect(disabled(host, 'approve')).toBe(false)
  })
})

describe('a dry run in the approval', () => {
  it('names each record once, beside all its fields', async () => {
    const page = openPage()
    must(page.approvals.open(page.teach(urgentVip), 'operator'))
    host = await mountTeaching(ApprovalHost, {}, { page })
    const tables = host.all('[data-dry-run] table')
    expect(tables).toHaveLength(2)
    for (const table of tables) {
      const heads = [...table.querySelectorAll('th')]
      expect(heads.map((head) => [/^T-\d+$/.test(head.textContent), head.rowSpan])).toEqual([[true, 2]])
      expect([...table.querySelectorAll('.field')].map((field) => field.textContent)).toEqual(['priority', 'tags'])
    }
  })
})

describe('the checks in the approval', () => {
  it('are one line each: what was tried, and what happened', async () => {
    host = await mountTeaching(ApprovalHost, {}, { page: teachDoubtful('person').page })
    const lines = host.all('[data-check]').map((line) => [line.dataset['check'], line.dataset['outcome'], line.querySelector('.line')?.textContent])
    expect(lines).toHaveLength(7)
    expect(lines[0]).toEqual(['own', 'held', 'Held: Done again where it was shown: the same changes'])
    expect(lines.find(([kind]) => kind === 'missing')).toEqual(['missing', 'moot', 'Given what does not exist: not tried, since it is given no record'])
  })
})
