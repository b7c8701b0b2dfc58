import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CallEntry } from '../../../simulator/panel/session/log.ts'
import { memoryHost, mountPanelOver, type MountedPanel } from './mountSimulator.ts'

enableAutoUnmount(afterEach)
const eventually = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 10_000, interval: 20 })

const names = ({ wrapper }: MountedPanel): readonly string[] => wrapper.findAll('[data-simulator-tool]').map((one) => one.attributes('data-simulator-tool') ?? '')
const press = async ({ wrapper }: MountedPanel, hook: string): Promise<void> => wrapper.get(hook).trigger(hook.includes('"call"') ? 'submit' : 'click')

async function call(panel: MountedPanel, tool: string, json = '{}'): Promise<CallEntry> {
  await eventually(() => expect(names(panel)).toContain(tool))
  await press(panel, `[data-simulator-tool="${tool}"]`)
  await panel.wrapper.get('[data-simulator="json"]').setValue(json)
  await press(panel, '[data-simulator="call"]')
  return panel.session.log.entries.value.findLast((entry) => entry.kind === 'call') as CallEntry
}
const result = ({ wrapper }: MountedPanel): string => wrapper.get('[data-simulator="result"]').text()

describe('the list of the panel', () => {
  it.each([0, 3, 19, 300])('shows %i tools as the host lists them', async (count) => {
    const host = memoryHost()
    for (let number = count; number > 0; number -= 1) host.add({ name: `tool_${String(number).padStart(3, '0')}`, execute: () => null })
    const panel = mountPanelOver(host)
    await eventually(() => expect(names(panel)).toHaveLength(count))
    expect(names(panel)).toEqual([...names(panel)].sort())
    // Case W10.
    if (count === 0) expect(panel.wrapper.text()).toContain('lists no tools')
  })

  it('case W10: without a host it says which reason and what to do', () => {
    const panel = mountPanelOver(null, { mode: 'degraded', reason: 'policy' })
    expect(panel.wrapper.text()).toContain('No host (policy)')
    expect(panel.wrapper.text()).toContain('Permissions-Policy')
    expect(panel.wrapper.get('[data-simulator="mode"]').text()).toBe('no host: policy')
  })

  it('follows the host, and logs what changed', async () => {
    const host = memoryHost()
    const panel = mountPanelOver(host)
    host.add({ name: 'first', execute: () => null })
    await eventually(() => expect(names(panel)).toEqual(['first']))
    const end = host.add({ name: 'second', execute: () => null })
    await eventually(() => expect(names(panel)).toEqual(['first', 'second']))
    end()
    await eventually(() => expect(names(panel)).toEqual(['first']))
    expect(panel.session.log.entries.value.flatMap((entry) => (entry.kind === 'tools' ? [entry.change] : []))).toContainEqual({ added: ['second'], removed: [], changed: [] })
  })

  it('shows duplicates as such', async () => {
    const host = memoryHost()
    host.add({ name: 'twin', execute: () => null })
    const panel = mountPanelOver(host)
    await eventually(() => expect(names(panel)).toEqual(['twin']))
    const { list } = panel.session.host
    const doubled = { ...panel.session.host, list: async () => (await list()).flatMap((tool) => [tool, tool]) }
    Object.assign(panel.session.host, doubled)
    await panel.session.tools.read()
    await eventually(() => expect(panel.wrapper.findAll('[data-simulator-tool]').map((one) => one.text())).toEqual([expect.stringContaining('1 of 2'), expect.stringContaining('2 of 2')]))
  })
})

describe('a call of the panel', () => {
  it.each([
    ['an object', () => ({ ok: true, x: 1 }), '"x": 1', 'ok'],
    ['null', () => null, 'null', 'ok'],
    ['a failure', () => ({ ok: false, error: { code: 'BUSY' } }), '"BUSY"', 'BUSY'],
    ['an exception', () => Promise.reject(new DOMException('it broke', 'UnknownError')), 'it broke', 'UnknownError'],
  ])('shows %s', async (_, execute, text, code) => {
    const host = memoryHost()
    host.add({ name: 'tool', execute })
    const panel = mountPanelOver(host)
    await call(panel, 'tool')
    await eventually(() => expect(result(panel)).toContain(text))
    expect(panel.wrapper.get('[data-simulator="code"]').text()).toBe(code)
  })

  it('of a tool that answers with 1 MB shows the beginning, and how much more there is', async () => {
    const host = memoryHost()
    host.add({ name: 'big', execute: () => ({ text: 'x'.repeat(1_000_000) }) })
    const panel = mountPanelOver(host)
    await call(panel, 'big')
    await eventually(() => expect(result(panel)).toMatch(/9\d{5} more characters/))
    expect(result(panel).length).toBeLessThan(25_000)
  })

  it('of a tool that hangs can be aborted', async () => {
    const host = memoryHost()
    host.add({ name: 'hangs', execute: () => new Promise(() => undefined) })
    const panel = mountPanelOver(host)
    await call(panel, 'hangs')
    await eventually(() => expect(panel.wrapper.get('[data-simulator="abort"]').attributes('disabled')).toBeUndefined())
    await press(panel, '[data-simulator="abort"]')
    await eventually(() => expect(panel.wrapper.get('[data-simulator="code"]').text()).toBe('AbortError'))
  })

  it('of a tool that takes itself away is answered all the same', async () => {
    const host = memoryHost()
    const end = host.add({ name: 'once', execute: () => (end(), { ok: true }) })
    const panel = mountPanelOver(host)
    await call(panel, 'once')
    await eventually(() => expect(names(panel)).toEqual([]))
    await eventually(() => expect(result(panel)).toContain('"ok": true'))
    expect(panel.wrapper.get('[data-simulator="gone"]').text()).toBe('The host no longer lists it.')
  })

  it('is made again by Repeat, whatever was written since, and shows the new answer', async () => {
    const host = memoryHost()
    const seen: unknown[] = []
    host.add({ name: 'counts', execute: (input) => ({ times: seen.push(input) }) })
    const panel = mountPanelOver(host)
    await call(panel, 'counts', '{"a":1}')
    await eventually(() => expect(result(panel)).toContain('"times": 1'))
    await panel.wrapper.get('[data-simulator="json"]').setValue('{"a":2}')
    await press(panel, '[data-simulator="repeat"]')
    await eventually(() => expect(result(panel)).toContain('"times": 2'))
    expect(seen).toEqual([{ a: 1 }, { a: 1 }])
  })

  it('goes out as it is, also when the schema is against it or it is no JSON at all', async () => {
    const host = memoryHost()
    const seen: unknown[] = []
    host.add({ name: 'tool', inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }, execute: (input) => void seen.push(input) })
    const panel = mountPanelOver(host)
    await call(panel, 'tool', '{"n":"many"}')
    await eventually(() => expect(seen).toEqual([{ n: 'many' }]))
    await eventually(() => expect(panel.wrapper.get('[data-simulator="call"]').text()).toBe('Call anyway'))
    expect(panel.wrapper.get('#simulator-faults').text()).toContain('/n')
    await call(panel, 'tool', 'not json')
    await eventually(() => expect(seen).toEqual([{ n: 'many' }, 'not json']))
  })

  it('case W27: replay really executes again, with the stored arguments; pinned calls outlast clearing', async () => {
    const host = memoryHost()
    const seen: unknown[] = []
    host.add({ name: 'counts', execute: (input) => ({ times: seen.push(input) }) })
    const panel = mountPanelOver(host)
    const entry = await call(panel, 'counts', '{"a":1}')
    await eventually(() => expect(entry.settled).toEqual({ value: { times: 1 } }))
    await panel.wrapper.get('[data-simulator="json"]').setValue('{"a":2}')
    await press(panel, '[data-simulator-tab="log"]')
    await press(panel, '[data-simulator="replay"]')
    await eventually(() => expect(seen).toEqual([{ a: 1 }, { a: 1 }]))
    await eventually(() => expect(panel.session.log.entries.value.at(-1)).toMatchObject({ replays: entry.id, settled: { value: { times: 2 } } }))
    await press(panel, '[data-simulator="pin"]')
    panel.session.log.clear()
    expect(panel.session.log.entries.value).toMatchObject([{ id: entry.id, pinned: true }])
  })
})

describe('case W25: the form of the panel', () => {
  const inputSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      level: { enum: ['low', 'high'] },
      nested: { type: 'object', properties: { items: { type: 'array', items: { type: 'integer' } } }, required: ['items'] },
      maybe: { type: ['string', 'null'] },
    },
    required: ['nested'],
    anyOf: [{ required: ['name'] }, { properties: { id: { type: 'number' } }, required: ['id'] }],
  }
  const json = ({ wrapper }: MountedPanel): unknown => JSON.parse((wrapper.get('[data-simulator="json"]').element as HTMLTextAreaElement).value)

  it('fills in nested objects, lists, choices and a root anyOf, with the JSON always beside it', async () => {
    const host = memoryHost()
    host.add({ name: 'tool', inputSchema, execute: () => null })
    const panel = mountPanelOver(host)
    await eventually(() => expect(names(panel)).toEqual(['tool']))
    await eventually(() => expect(panel.wrapper.find('[data-simulator-field="nested"]').exists()).toBe(true))
    expect(json(panel)).toEqual({ nested: { items: [] } })
    const field = (name: string) => panel.wrapper.get(`[data-simulator-field$="${name}"]`)
    await field('name').get('input').setValue('Ada')
    await field('level').get('select').setValue('"high"')
    await field('nested.items').get('button:last-child').trigger('click')
    await field('nested.items.0').get('input').setValue('7')
    expect(json(panel)).toEqual({ name: 'Ada', level: 'high', nested: { items: [7] } })
    await panel.wrapper.get('select[aria-label="Alternative"]').setValue('1')
    await field('id').get('input').setValue('12')
    expect(json(panel)).toMatchObject({ id: 12, name: 'Ada' })
  })

  it('follows what is written as JSON', async () => {
    const host = memoryHost()
    host.add({ name: 'tool', inputSchema, execute: () => null })
    const panel = mountPanelOver(host)
    await eventually(() => expect(names(panel)).toEqual(['tool']))
    await panel.wrapper.get('[data-simulator="json"]').setValue('{"nested":{"items":[1,2]},"maybe":null}')
    expect(panel.wrapper.findAll('[data-simulator-field$="nested.items.1"]')).toHaveLength(1)
    await panel.wrapper.get('[data-simulator="json"]').setValue('{')
    expect(panel.wrapper.text()).toContain('no JSON yet')
  })
})

describe('the panel itself', () => {
  it('remembers itself, and keeps the keys pressed in it from the console', async () => {
    const panel = mountPanelOver(memoryHost())
    const heard = vi.fn()
    document.addEventListener('keydown', heard)
    await panel.wrapper.get('[data-simulator-tab="tools"]').trigger('keydown', { key: 't' })
    document.removeEventListener('keydown', heard)
    expect(heard).not.toHaveBeenCalled()
    await panel.wrapper.get('[data-simulator-tab="faults"]').trigger('click')
    await panel.wrapper.get('[data-simulator="close"]').trigger('click')
    expect(JSON.parse(localStorage.getItem('understudy-simulator') ?? '{}')).toMatchObject({ open: false, part: 'faults' })
    expect(document.body.dataset['simulator']).toBeUndefined()
  })

  it('opens and closes by key, and moves along its tabs by arrows', async () => {
    const panel = mountPanelOver(memoryHost())
    await panel.wrapper.get('[data-simulator-tab="tools"]').trigger('keydown', { key: 'ArrowRight' })
    expect(panel.session.dock.part).toBe('log')
    panel.session.dock.open = false
    window.dispatchEvent(new KeyboardEvent('keydown', { code: 'Backquote', ctrlKey: true }))
    expect(panel.session.dock.open).toBe(true)
  })

  it('is resized by arrow keys, never below what can be used, and remembers it', async () => {
    const panel = mountPanelOver(memoryHost())
    const { dock } = panel.session
    const edge = panel.wrapper.get('[role="slider"]')
    for (const side of ['bottom', 'right'] as const) {
      dock.side = side
      dock[side] = 300
      await panel.wrapper.vm.$nextTick()
      await edge.trigger('keydown', { key: side === 'bottom' ? 'ArrowUp' : 'ArrowLeft' })
      expect(dock[side]).toBe(324)
      for (let press = 0; press < 5; press += 1) await edge.trigger('keydown', { key: side === 'bottom' ? 'ArrowDown' : 'ArrowRight' })
      expect(dock[side]).toBe(260)
    }
    await eventually(() => expect(JSON.parse(localStorage.getItem('understudy-simulator') ?? '{}')).toMatchObject({ bottom: 260, right: 260 }))
  })

  it('says while faults are on', async () => {
    const panel = mountPanelOver(memoryHost())
    await panel.wrapper.get('[data-simulator-tab="faults"]').trigger('click')
    await panel.wrapper.get('[data-fault="no-signal"] input').setValue(true)
    expect(panel.wrapper.get('[data-simulator="faults-on"]').text()).toBe('1 fault on')
    expect(panel.session.faults.on('no-signal')).toBe(0)
  })
})
