import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exportLog } from '../../../simulator/panel/session/keptLog.ts'
import { memoryHost, mountPanelOver, type MountedPanel } from './mountSimulator.ts'

enableAutoUnmount(afterEach)
const eventually = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 10_000, interval: 20 })

const SCRIPT = JSON.stringify({ title: 'Counts twice', steps: [{ call: 'counts', input: { a: 1 } }, { call: 'same', input: {} }] })

async function play({ wrapper }: MountedPanel): Promise<void> {
  await wrapper.get('[data-simulator-tab="agent"]').trigger('click')
  if (!wrapper.find('textarea.code').exists()) await wrapper.findAll('.agent button').find((one) => one.text() === 'Edit')?.trigger('click')
  await wrapper.get('textarea.code').setValue(SCRIPT)
  await wrapper.get('[data-simulator="run"]').trigger('click')
  await eventually(() => expect(wrapper.get('[data-simulator="outcome"]').text()).toContain('Passed'))
}

function counting(): ReturnType<typeof memoryHost> {
  const host = memoryHost()
  let times = 0
  host.add({ name: 'counts', execute: () => ({ times: (times += 1) }) })
  host.add({ name: 'same', execute: () => ({ ok: true }) })
  return host
}

const rows = ({ wrapper }: MountedPanel): readonly string[] => wrapper.findAll('[data-compared]').map((one) => one.attributes('data-compared') ?? '')

describe('two runs compared in the panel', () => {
  it('of a script played twice: what differs is marked, shown line by line, and can be seen alone', async () => {
    const panel = mountPanelOver(counting())
    await play(panel)
    await play(panel)
    const { wrapper } = panel
    await wrapper.get('[data-simulator-tab="log"]').trigger('click')
    await wrapper.get('[data-simulator="compare-runs"]').trigger('click')
    expect(wrapper.get('[data-simulator="compared"]').text()).toBe('1 of 2 differs')
    expect(rows(panel)).toEqual(['other', 'same'])
    const line = wrapper.get('[data-compared="other"] button')
    expect(line.text()).toContain('differs')
    await line.trigger('click')
    const side = (name: string): string => wrapper.get(`[data-compared="other"] .diff[data-side="${name}"]`).text()
    expect(side('left')).toMatch(/^− +"times": 1$/)
    expect(side('right')).toMatch(/^\+ +"times": 2$/)
    await wrapper.get('[data-simulator="only-differences"]').trigger('click')
    expect(rows(panel)).toEqual(['other'])

    // The same run on both sides is the same.
    await wrapper.get('[data-simulator="left-run"]').setValue('2')
    expect(wrapper.get('[data-simulator="compared"]').text()).toBe('The same 2 things in the same order')
  })

  it('by keyboard: arrows, Home and End go along the lines', async () => {
    const panel = mountPanelOver(counting())
    await play(panel)
    await play(panel)
    const { wrapper } = panel
    await wrapper.get('[data-simulator-tab="log"]').trigger('click')
    await wrapper.get('[data-simulator="compare-runs"]').trigger('click')
    const lines = wrapper.findAll('[data-compared] button')
    const focused = (): number => lines.findIndex((one) => one.element === document.activeElement)
    ;(lines[0]?.element as HTMLElement).focus()
    const seen: number[] = []
    for (const key of ['ArrowDown', 'ArrowUp', 'End', 'Home']) {
      await lines[focused()]?.trigger('keydown', { key })
      seen.push(focused())
    }
    expect(seen).toEqual([1, 0, 1, 0])
  })

  it('needs two, takes one from a file, and says when a file is no log', async () => {
    const panel = mountPanelOver(counting())
    await play(panel)
    const { wrapper, session } = panel
    await wrapper.get('[data-simulator-tab="log"]').trigger('click')
    const kept = exportLog(session.log.entries.value.filter(({ kind }) => kind === 'call'))
    await wrapper.get('[data-simulator="compare-runs"]').trigger('click')
    expect(wrapper.text()).toContain('Two runs are needed')
    const give = async (text: string): Promise<void> => {
      const input = wrapper.get('[data-simulator="open-run"]')
      Object.defineProperty(input.element, 'files', { configurable: true, value: [new File([text], 'kept.json')] })
      await input.trigger('change')
    }
    await give('no log')
    await eventually(() => expect(wrapper.get('[role="alert"]').text()).toBe('The file is not JSON.'))
    await give(kept)
    await eventually(() => expect(wrapper.get('[data-simulator="compared"]').text()).toBe('The same 2 things in the same order'))
    expect((wrapper.get('[data-simulator="right-run"]').element as HTMLSelectElement).selectedOptions[0]?.text).toContain('kept.json')
  })
})
