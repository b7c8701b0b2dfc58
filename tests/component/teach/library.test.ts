import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import LibraryPanel from '../../../src/views/teach/LibraryPanel.vue'
import { openPage, urgentVip, type Page } from '../../unit/webmcp/page.ts'
import { mountTeaching, type Mounted, type MountOptions } from './mountTeaching.ts'

let library: Mounted | undefined
afterEach(() => library?.end())

async function open(page: Page, options: Omit<MountOptions, 'page'> = {}): Promise<Mounted> {
  library = await mountTeaching(LibraryPanel, { anchor: null }, { page, ...options })
  return library
}

function pageWith(...names: readonly string[]): Page {
  const page = openPage()
  for (const name of names) page.publish(page.teach(urgentVip), name)
  return page
}

const names = (at: Mounted): readonly string[] => at.all('[data-tool]').map((row) => row.dataset['tool'] ?? '')
const focused = (): string | undefined => (document.activeElement as HTMLElement).dataset['rove']
const HAND = { actor: 'operator', source: 'library' } as const

describe('tools in the library', () => {
  it('search comes first and finds by name, description and steps in words', async () => {
    const at = await open(pageWith('escalate', 'park_parcel'))
    const box = at.find('[data-region="library"] input[type="search"]') as HTMLInputElement
    expect(document.activeElement).toBe(box)
    for (const [text, found] of [['park', ['park_parcel']], ['add tag vip', ['escalate']], ['nothing like it', []]] as const) {
      box.value = text
      box.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await at.settle()
      expect(names(at)).toEqual(found)
    }
    await at.click('[data-action="reset-search"]')
    expect(names(at)).toHaveLength(2)
    expect(document.activeElement).toBe(box)
  })

  it('arrows go from the search into the list and back, Enter opens, and one row is reached by Tab', async () => {
    const at = await open(pageWith('escalate', 'park_parcel'))
    await at.press('ArrowDown')
    expect(focused()).toBe('escalate')
    await at.press('ArrowDown')
    expect(focused()).toBe('park_parcel')
    expect(at.all('[data-rove][tabindex="0"]').map((head) => head.dataset['rove'])).toEqual(['park_parcel'])
    await at.press('Home')
    expect(focused()).toBe('escalate')
    ;(document.activeElement as HTMLElement).click()
    await at.settle()
    expect(at.find('[data-tool="escalate"]').textContent).toContain('Set priority to urgent')
    await at.press('ArrowUp')
    expect((document.activeElement as HTMLInputElement).type).toBe('search')
  })

  it('a double click on Run opens the form and does not run what nobody has read', async () => {
    const page = pageWith('escalate')
    const at = await open(page)
    const button = at.find('[data-tool="escalate"] [data-action="run"]')
    for (const detail of [1, 2]) {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
      await at.settle()
    }
    expect(at.find('[data-tool="escalate"] form')).toBeTruthy()
    expect(at.all('[data-tool="escalate"] [role="alert"]')).toEqual([])
    expect(page.library.tool('escalate')?.runCount).toBe(0)
  })

  it('one that asks for nothing opens at the first click all the same, and shows what it would do before the second runs it', async () => {
    const page = openPage()
    const draftId = page.teach((at) => {
      at.filter({ status: ['open'], sort: 'oldest' })
      at.open(0)
      at.setPriority('urgent')
    })
    page.publish(draftId, 'first_urgent')
    expect(page.library.tool('first_urgent')?.procedure.params).toEqual([])
    const at = await open(page)
    const button = at.find('[data-tool="first_urgent"] [data-action="run"]')
    const click = async (detail: number): Promise<void> => {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
      await at.settle()
    }
    button.focus()
    await click(1)
    await click(2)
    expect(page.runs.finished()).toEqual([])
    expect(at.find('[data-tool="first_urgent"] .steps').textContent).toContain('Take the oldest')
    // By key, too: the focus is still on it.
    expect(document.activeElement).toBe(button)
    await click(0)
    expect(page.runs.finished()).toHaveLength(1)
  })

  it('case C03: the order stays while runs and publications go on, and the one that is clicked runs', async () => {
    const page = pageWith('escalate', 'park_parcel')
    const at = await open(page)
    const before = at.find('[data-tool="escalate"]')
    await page.runs.run('park_parcel', { target_ticket: 'T-1004' }, HAND)
    // Published anew it is younger than the other: elsewhere it now stands last.
    page.publish(page.library.tool('escalate')?.draftId ?? '', 'escalate')
    await at.settle()
    expect(page.library.tools().map((tool) => tool.name)).toEqual(['park_parcel', 'escalate'])
    expect(names(at)).toEqual(['escalate', 'park_parcel'])
    expect(at.find('[data-tool="escalate"]')).toBe(before)
    page.bus.dispatch('select_ticket', { ticketId: 'T-1007' }, HAND)
    await at.click('[data-tool="escalate"] [data-action="run"]')
    await at.click('[data-tool="escalate"] [data-action="run"]')
    expect(page.runs.finished()[0]).toMatchObject({ tool: 'escalate', outcome: { ok: true } })
    expect(page.ticket('T-1007')).toMatchObject({ priority: 'urgent' })
  })

  it('case C04: a run says what it did row by row, and can be taken back there', async () => {
    const page = pageWith('escalate')
    page.bus.dispatch('select_ticket', { ticketId: 'T-1007' }, HAND)
    const at = await open(page)
    await at.click('[data-rove="escalate"]')
    await at.click('[data-tool="escalate"] [data-action="run"]')
    const result = at.find('[data-part="result"]')
    expect(result.textContent).toContain('2 changes to 1 ticket')
    expect(result.querySelector('[data-changed="T-1007"]')?.textContent).toMatch(/priority\s*low\s*urgent/)
    await at.click('[data-part="result"] [data-action="undo-run"]')
    expect(page.ticket('T-1007')).toMatchObject({ priority: 'low', tags: ['login'] })
    // Once, and not *Undone … It was undone.*
    expect(at.find('[data-part="result"]').textContent.match(/undone/gi)).toEqual(['Undone'])
    expect(at.all('[data-part="result"] [data-action="undo-run"]')).toEqual([])
  })

  it('what the check of the arguments refuses stands at its field, which gets the focus', async () => {
    const tool = pageWith('escalate').library.tool('escalate') as unknown as JsonObject
    // No ticket is open here, so nothing is filled in.
    const at = await open(openPage({ records: { tool: [tool] } }))
    await at.click('[data-tool="escalate"] [data-action="run"]')
    await at.click('[data-tool="escalate"] [data-action="run"]')
    const field = at.find('[data-argument="target_ticket"]')
    expect(field.querySelector('[data-part="error"]')?.textContent).toBe('target_ticket is required.')
    const control = field.querySelector('[role="combobox"]')
    expect(control?.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(control)
    expect(at.page.runs.finished()).toEqual([])
  })

  it('case C05: a disabled tool is gone from here and from the host at once; the focus stays on the button', async () => {
    const page = pageWith('escalate')
    const at = await open(page)
    expect(page.host.tools.has('escalate')).toBe(true)
    const button = at.find('[data-tool="escalate"] [data-action="disable"]')
    button.focus()
    button.click()
    expect(page.host.tools.has('escalate')).toBe(false)
    await at.settle()
    expect(at.all('[data-tool="escalate"] [data-action="run"]')).toEqual([])
    expect(document.activeElement).toBe(button)
    expect(button.dataset['action']).toBe('enable')
    button.click()
    await at.settle()
    expect(at.all('[data-tool="escalate"] [data-action="run"]')).toHaveLength(1)
    expect(page.host.tools.has('escalate')).toBe(true)
  })

  it('revoking is asked about, keeps on No, and hands the focus to the next tool', async () => {
    const page = pageWith('escalate', 'park_parcel')
    const at = await open(page)
    await at.click('[data-tool="escalate"] [data-action="revoke"]')
    expect(page.library.tool('escalate')?.state).toBe('live')
    expect((document.activeElement as HTMLElement).dataset['action']).toBe('keep')
    await at.click('[data-action="keep"]')
    expect((document.activeElement as HTMLElement).dataset['action']).toBe('revoke')
    await at.click('[data-tool="escalate"] [data-action="revoke"]')
    const sure = at.find('[data-action="confirm-revoke"]')
    sure.focus()
    sure.click()
    expect(page.host.tools.has('escalate')).toBe(false)
    await at.settle()
    expect(names(at)).toEqual(['park_parcel'])
    expect(focused()).toBe('park_parcel')
  })

  it('shows the last error with its step, also in the list of steps', async () => {
    const page = pageWith('escalate')
    const full = Array.from({ length: 20 }, (_, place) => `t${place}`)
    page.bus.dispatch('set_ticket_tags', { ticketId: 'T-1004', tags: full }, HAND)
    await page.runs.run('escalate', { target_ticket: 'T-1004' }, HAND)
    const at = await open(page)
    expect(at.find('[data-part="last-error"]').textContent).toContain('Last run failed: Step 3')
    await at.click('[data-rove="escalate"]')
    expect(at.find('.is-highlighted').textContent).toContain('Add tag vip')
  })

  it('case T28: one the host refuses is shown with the reason, the others are live', async () => {
    const page = openPage()
    page.host.refuse = (name) => (name === 'ninth' ? new DOMException('no', 'InvalidStateError') : null)
    for (const name of ['first', 'ninth']) page.publish(page.teach(urgentVip), name)
    const at = await open(page)
    expect(at.find('[data-tool="ninth"]').textContent).toContain('The host has a tool of this name already')
    expect(at.find('[data-tool="first"]').dataset['state']).toBe('registered')
  })

  it('case T29: a definition changed behind the page’s back cannot be run, and that is said', async () => {
    const page = pageWith('escalate')
    const tool = page.library.tool('escalate')
    const compiled = { ...tool?.compiled, description: 'Something else.' } as unknown as JsonObject
    page.bus.apply([{ op: 'update', entity: 'tool', id: 'escalate', fields: { compiled: { from: tool?.compiled as unknown as JsonObject, to: compiled } } }], {
      actor: 'system',
      source: 'test',
    })
    const at = await open(page)
    const row = at.find('[data-tool="escalate"]')
    expect(row.dataset['state']).toBe('tampered')
    expect(row.textContent).toContain('It is not what was approved')
    expect(row.querySelector('[data-action="run"]')).toBeNull()
  })

  it('cases W11, P16: says when the library is nearly full, and refuses the seventeenth with what to do', async () => {
    const page = openPage()
    page.publish(page.teach(urgentVip), 'tool_0')
    const like = page.library.tool('tool_0')
    const at = await open(page)
    expect(at.all('[data-part="nearly-full"]')).toEqual([])
    const { digestOf } = await import('../../../src/teach/compile/digest.ts')
    for (let place = 1; place < 17; place += 1) {
      if (!like) throw new Error('There is no tool.')
      const name = `tool_${place}`
      const compiled = { ...like.compiled, name }
      const record = { ...like, name, compiled, digest: digestOf(compiled, like.procedure), state: place === 16 ? 'disabled' : 'live' }
      page.bus.apply([{ op: 'create', entity: 'tool', id: name, record: record as unknown as JsonObject }], { actor: 'system', source: 'test' })
    }
    await at.settle()
    expect(at.find('[data-part="nearly-full"]').textContent).toContain('16 tools are live, and that is the most')
    await at.click('[data-tool="tool_16"] [data-action="enable"]')
    expect(at.find('[data-tool="tool_16"] [role="alert"]').textContent).toContain('Disable one first')
    expect(page.host.tools.size).toBe(16)
  })
})

describe('how often a tool ran', () => {
  it('is said since it was approved, and apart from before', async () => {
    const page = openPage()
    const draftId = page.teach(urgentVip)
    page.publish(draftId, 'escalate')
    const at = await open(page)
    const facts = (): string => at.find('[data-tool="escalate"] .facts').textContent.replaceAll(/\s+/g, ' ')
    expect(facts()).toContain('no run since it was approved')
    await page.runs.run('escalate', { target_ticket: 'T-1004' }, HAND)
    await at.settle()
    expect(facts()).toMatch(/^1 run ?last/)
    page.library.editDraft(draftId, { description: 'Anew.' })
    page.publish(draftId)
    await at.settle()
    expect(facts()).toContain('no run since it was approved, 1 before')
    expect(at.all('[data-part="last-run"]')).toEqual([])
    await page.runs.run('escalate', { target_ticket: 'T-1005' }, HAND)
    await at.settle()
    expect(facts()).toContain('1 run since it was approved, 1 before')
    await at.click('[data-tool="escalate"] [data-action="show-runs"]')
    expect(at.all('[data-run-entry]')).toHaveLength(2)
  })
})

describe('runs and audit in the library', () => {
  it('undo of a run is refused with the reason where a field was changed since', async () => {
    const page = pageWith('escalate')
    const at = await open(page)
    await page.runs.run('escalate', { target_ticket: 'T-1004' }, HAND)
    await page.runs.run('escalate', { target_ticket: 'T-1005' }, HAND)
    page.bus.dispatch('set_ticket_priority', { ticketId: 'T-1004', priority: 'low' }, HAND)
    await at.click('[data-tab="runs"]')
    const [later, earlier] = at.all('[data-run-entry]')
    for (const row of [later, earlier]) row?.querySelector('button')?.click()
    await at.settle()
    const undo = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('[data-action="undo-run"]')
    expect(undo(earlier)?.getAttribute('aria-disabled')).toBe('true')
    expect(earlier?.querySelector('[data-part="undo-reason"]')?.textContent).toBe('The priority of ticket T-1004 was changed since, so this cannot be undone.')
    undo(earlier)?.click()
    expect(page.ticket('T-1004')).toMatchObject({ priority: 'low', tags: ['login', 'vip'] })
    undo(later)?.click()
    await at.settle()
    expect(page.ticket('T-1005')).toMatchObject({ priority: 'low', tags: ['login'] })
    expect(later?.dataset['end']).toBe('undone')
  })

  it('what runs meanwhile waits behind a button and moves nothing', async () => {
    const page = pageWith('escalate')
    await page.runs.run('escalate', { target_ticket: 'T-1004' }, HAND)
    const at = await open(page)
    await at.click('[data-tab="runs"]')
    await page.runs.run('escalate', { target_ticket: 'T-1005' }, HAND)
    await at.settle()
    expect(at.all('[data-run-entry]')).toHaveLength(1)
    await at.click('[data-action="fresh-runs"]')
    expect(at.all('[data-run-entry]')).toHaveLength(2)
  })

  it('the audit names the entry at which the chain is broken', async () => {
    const check = () => Promise.resolve({ entries: [], faults: [{ seq: 12, problem: 'does not match its hash' }] })
    const at = await open(pageWith('escalate'), { check })
    await at.click('[data-tab="audit"]')
    await at.settle()
    expect(at.find('[data-chain="broken"]').textContent).toContain('Entry 12 does not match its hash.')
    expect(at.all('[data-event="approved"]')).toHaveLength(1)
  })

  it('the audit is narrowed by kind', async () => {
    const page = pageWith('escalate')
    await page.runs.run('escalate', { target_ticket: 'T-1004' }, HAND)
    const at = await open(page)
    await at.click('[data-tab="audit"]')
    await at.settle()
    await at.click('[data-audit-kind]')
    await at.click('[role="option"][data-value="runs"]')
    expect(at.all('[data-event]').map((row) => row.dataset['event'])).toEqual(['run-finished', 'run-started'])
  })
})
