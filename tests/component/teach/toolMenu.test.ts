import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import type { JsonObject } from '../../../src/bus/json.ts'
import { useConsoleStore } from '../../../src/stores/console.ts'
import { useListStore } from '../../../src/stores/list.ts'
import { useNoticesStore } from '../../../src/stores/notices.ts'
import { digestOf } from '../../../src/teach/compile/digest.ts'
import ToolMenu from '../../../src/views/teach/ToolMenu.vue'
import { openPage, urgentVip, type Page } from '../../unit/webmcp/page.ts'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let menu: Mounted | undefined
afterEach(() => menu?.end())

/** The menu with the console's stores in reach. */
let desk: ReturnType<typeof useConsoleStore>
let list: ReturnType<typeof useListStore>
let notices: ReturnType<typeof useNoticesStore>
const view = defineComponent({
  setup() {
    desk = useConsoleStore()
    list = useListStore()
    notices = useNoticesStore()
    return () => h(ToolMenu)
  },
})

async function open(page: Page): Promise<Mounted> {
  menu = await mountTeaching(view, {}, { page })
  list.start()
  return menu
}

/** The tool, and one like it whose tag is asked for. */
function pageWithBoth(): Page {
  const page = openPage()
  const like = page.publish(page.teach(urgentVip), 'escalate')
  const [body] = like.procedure.body.filter((node) => node.node === 'call' && node.command === 'add_ticket_tags')
  if (body?.node !== 'call') throw new Error('It adds no tag.')
  const asked = { key: 'tags', name: 'tags', description: 'Which tags.', schema: { type: 'array', items: { type: 'string' } }, leaves: ['add_ticket_tags.tags'], required: true }
  const procedure = {
    ...like.procedure,
    params: [...like.procedure.params, asked],
    body: like.procedure.body.map((node) => (node === body ? { ...body, args: { ...body.args, tags: { op: 'param' as const, key: 'tags' } } } : node)),
  }
  const compiled = { ...like.compiled, name: 'escalate_as', title: 'Escalate as' }
  const record = { ...like, name: 'escalate_as', compiled, procedure, digest: digestOf(compiled, procedure) }
  page.bus.apply([{ op: 'create', entity: 'tool', id: 'escalate_as', record: record as unknown as JsonObject }], { actor: 'system', source: 'test' })
  return page
}

describe('running a tool on the current ticket', () => {
  it('case C07: on the row under the cursor, without opening it; nothing is left to ask, so it runs at once', async () => {
    const page = pageWithBoth()
    const at = await open(page)
    list.moveTo(4)
    const id = list.cursor ?? ''
    desk.close()
    expect(desk.act('runTool')).toBe(true)
    await at.settle()
    expect(at.all('[role="option"]').map((option) => option.dataset['value'])).toEqual(['escalate', 'escalate_as'])
    await at.click('[data-value="escalate"]')
    expect(page.ticket(id)).toMatchObject({ priority: 'urgent', tags: ['login', 'vip'] })
    expect(page.runs.finished()[0]).toMatchObject({ tool: 'escalate', actor: 'operator' })
    expect(at.all('[role="listbox"]')).toEqual([])
  })

  it('what else must be given is asked for by the same form, without the record', async () => {
    const page = pageWithBoth()
    const at = await open(page)
    page.bus.dispatch('select_ticket', { ticketId: 'T-1009' }, { actor: 'operator', source: 'test' })
    desk.act('runTool')
    await at.settle()
    await at.click('[data-value="escalate_as"]')
    expect(at.all('[data-argument]').map((field) => field.dataset['argument'])).toEqual(['tags'])
    const box = at.find('[data-argument="tags"] textarea') as HTMLTextAreaElement
    expect(document.activeElement).toBe(box)
    await at.click('[data-region="run-form"] [data-action="run"]')
    expect(at.find('[data-part="error"]').textContent).toBe('tags is required.')
    box.value = 'gold'
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.dispatchEvent(new Event('change', { bubbles: true }))
    await at.click('[data-region="run-form"] [data-action="run"]')
    expect(page.ticket('T-1009')).toMatchObject({ priority: 'urgent', tags: ['login', 'gold'] })
    expect(at.all('[data-region="run-form"]')).toEqual([])
  })

  it('case C05: a disabled tool is not offered; with none left it says so', async () => {
    const page = openPage()
    page.publish(page.teach(urgentVip), 'escalate')
    const at = await open(page)
    page.registry.disable('escalate')
    desk.act('runTool')
    await at.settle()
    expect(at.all('[role="option"]')).toEqual([])
    expect(notices.current?.text).toContain('Teach one first')
  })
})
