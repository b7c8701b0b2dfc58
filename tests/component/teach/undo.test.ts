import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { useConsoleStore } from '../../../src/stores/console.ts'
import { useNoticesStore } from '../../../src/stores/notices.ts'
import { openPage, urgentVip, type Page } from '../../unit/webmcp/page.ts'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let desk: Mounted | undefined
afterEach(() => desk?.end())

const HAND = { actor: 'operator', source: 'list' } as const
const AGENT = { actor: 'agent', source: 'host' } as const

/** The stores of the page, by a component that only makes them. */
async function open(): Promise<{ readonly page: Page; readonly undo: () => string | undefined; readonly redo: () => string | undefined }> {
  const page = openPage()
  page.publish(page.teach(urgentVip), 'escalate')
  let stores: { readonly desk: ReturnType<typeof useConsoleStore>; readonly notices: ReturnType<typeof useNoticesStore> } | undefined
  const Probe = defineComponent({
    setup() {
      stores = { desk: useConsoleStore(), notices: useNoticesStore() }
      return () => h('div')
    },
  })
  desk = await mountTeaching(Probe, {}, { page })
  const said = (act: 'undo' | 'redo') => (): string | undefined => {
    stores?.desk[act]()
    return stores?.notices.current?.text
  }
  return { page, undo: said('undo'), redo: said('redo') }
}

describe('undo by key', () => {
  it('says what it took back, and of which ticket', async () => {
    const { page, undo, redo } = await open()
    page.bus.dispatch('set_ticket_priority', { ticketId: 'T-1009', priority: 'high' }, HAND)
    expect(undo()).toBe('Undone: Set priority (T-1009).')
    expect(page.ticket('T-1009')).toMatchObject({ priority: 'low' })
    expect(redo()).toBe('Done again: Set priority (T-1009).')
    await page.runs.run('escalate', { target_ticket: 'T-1010' }, AGENT)
    expect(undo()).toBe('Undone: the agent’s run of escalate (T-1010).')
    expect(page.ticket('T-1010')).toMatchObject({ priority: 'low', tags: ['login'] })
  })

  it('a run that changed nothing is nothing to undo: the edit before it is taken back, and why is said', async () => {
    const { page, undo } = await open()
    await page.runs.run('escalate', { target_ticket: 'T-1010' }, AGENT)
    page.bus.dispatch('set_ticket_priority', { ticketId: 'T-1009', priority: 'high' }, HAND)
    expect(await page.runs.run('escalate', { target_ticket: 'T-1010' }, AGENT)).toMatchObject({ ok: true })
    expect(undo()).toBe('Undone: Set priority (T-1009). The agent’s run of escalate since then had changed nothing.')
    expect(page.ticket('T-1009')).toMatchObject({ priority: 'low' })
    // The run before it did change something, and is next.
    expect(undo()).toBe('Undone: the agent’s run of escalate (T-1010).')
    expect(page.ticket('T-1010')).toMatchObject({ priority: 'low' })
  })
})
