import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeTab, memoryHost, mountPanelOver, type MountedPanel } from './mountSimulator.ts'

enableAutoUnmount(afterEach)
const eventually = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 10_000, interval: 20 })

// What the panel looks for before it goes on: a console that works.
beforeEach(() => {
  const queue = document.createElement('div')
  queue.dataset['region'] = 'queue'
  queue.append(document.createElement('div'))
  ;(queue.firstChild as HTMLElement).dataset['ticketId'] = 'T-1'
  const teach = document.createElement('button')
  teach.dataset['action'] = 'teach'
  document.body.replaceChildren(queue, teach)
})

const SCRIPT = JSON.stringify({
  title: 'Over a reload',
  steps: [
    { call: 'counts', as: 'before' },
    { call: 'hangs', as: 'gone', background: true },
    { repeat: 2, as: 'n', steps: [{ human: 'reload' }, { call: 'counts', input: { n: '{{n}}', first: '{{before.times}}' } }] },
    { await: 'gone', expect: { rejected: 'Gone' } },
  ],
})

function counting() {
  const host = memoryHost()
  const seen: unknown[] = []
  host.add({ name: 'counts', execute: (input) => ({ times: seen.push(input) }) })
  host.add({ name: 'hangs', execute: () => new Promise(() => undefined) })
  return { host, seen }
}

async function play({ wrapper }: MountedPanel, script = SCRIPT): Promise<void> {
  await wrapper.get('[data-simulator-tab="agent"]').trigger('click')
  await wrapper.findAll('.agent button').find((one) => one.text() === 'Edit')?.trigger('click')
  await wrapper.get('textarea.code').setValue(script)
  await wrapper.get('[data-simulator="run"]').trigger('click')
}

/** Plays until the page would go. @returns what it left for the next */
async function leave(script = SCRIPT): Promise<string> {
  const tab = fakeTab()
  const panel = mountPanelOver(counting().host, {}, tab)
  await play(panel, script)
  await eventually(() => expect(tab.reloaded).toBe(1))
  panel.wrapper.unmount()
  return tab.next ?? ''
}

const rows = ({ wrapper }: MountedPanel): readonly string[] => wrapper.findAll('tbody tr').map((row) => row.findAll('td').slice(0, 3).map((cell) => cell.text()).join(' '))

describe('a script that reloads the page', () => {
  it('goes on by itself in the next page, says so, and shows one table and one run', async () => {
    const second = counting()
    const tab = fakeTab(await leave())
    const panel = mountPanelOver(second.host, {}, tab)
    await eventually(() => expect(tab.reloaded).toBe(1))
    expect(panel.session.dock.part).toBe('agent')
    expect(second.seen).toEqual([{ n: 1, first: 1 }])
    expect(panel.wrapper.get('[data-simulator="went-on"]').text()).toBe('Went on by itself after the page was reloaded in step 3.1.1.')
    panel.wrapper.unmount()

    const third = counting()
    const last = mountPanelOver(third.host, {}, fakeTab(tab.next))
    await eventually(() => expect(last.wrapper.get('[data-simulator="outcome"]').text()).toContain('Passed'))
    expect(third.seen).toEqual([{ n: 2, first: 1 }])
    expect(rows(last)).toEqual([
      'ok 1 call counts',
      'ok 2 call hangs and go on',
      'ok 3.1.1 person: reload',
      'ok 3.1.2 call counts',
      'ok 3.2.1 person: reload',
      'ok 3.2.2 call counts',
      'ok 4 answer of gone',
    ])
    expect(last.wrapper.get('[data-simulator="went-on"]').text()).toContain('step 3.2.1')
    // The run that can be compared is whole as well, and tells of the call that was never answered.
    const [run] = last.session.runs.all.value
    expect(run?.entries.flatMap((entry) => (entry.kind === 'call' ? [[entry.tool, entry.settled]] : []))).toEqual([
      ['counts', { value: { times: 1 } }],
      ['hangs', { rejected: expect.objectContaining({ name: 'Gone' }) }],
      ['counts', { value: { times: 1 } }],
      ['counts', { value: { times: 1 } }],
    ])
  })

  it('stops before its next step, in the next page too, when it is played step by step', async () => {
    const tab = fakeTab()
    const panel = mountPanelOver(counting().host, {}, tab)
    await play(panel, '{"title":"x","steps":[{"human":"reload"},{"call":"counts"}]}')
    panel.session.agent.stop()
    await eventually(() => expect(panel.wrapper.find('[role="alert"]').text()).toContain('stopped'))
    await panel.wrapper.get('[data-simulator="step"]').trigger('click')
    await eventually(() => expect(panel.session.agent.state.value).toBe('paused'))
    panel.session.agent.step()
    await eventually(() => expect(tab.next).toContain('"stepwise":true'))
    panel.wrapper.unmount()
    const after = counting()
    const next = mountPanelOver(after.host, {}, fakeTab(tab.next))
    await eventually(() => expect(next.session.agent.state.value).toBe('paused'))
    expect(after.seen).toEqual([])
    next.session.agent.step()
    await eventually(() => expect(next.wrapper.get('[data-simulator="outcome"]').text()).toContain('Passed'))
  })

  it('says before that it does, and what of the log does not outlast it', async () => {
    const { wrapper } = mountPanelOver(memoryHost())
    await wrapper.get('[data-simulator-tab="agent"]').trigger('click')
    await eventually(() => expect(wrapper.text()).toContain('person: teach'))
    expect(wrapper.find('[data-simulator="reloads"]').exists()).toBe(false)
    await wrapper.get('[data-simulator="script"]').setValue('reload-while-teaching')
    await eventually(() => expect(wrapper.get('[data-simulator="reloads"]').text()).toContain('goes on by itself'))
  })

  it('fails there, and reloads nothing, where the tab keeps nothing', async () => {
    const tab = fakeTab(null, { leave: () => { throw new DOMException('', 'QuotaExceededError') } })
    const panel = mountPanelOver(counting().host, {}, tab)
    await play(panel, '{"title":"x","steps":[{"human":"reload"}]}')
    await eventually(() => expect(panel.wrapper.get('[role="alert"]').text()).toContain('this tab keeps nothing, or has no room'))
    expect(tab.reloaded).toBe(0)
  })

  it('takes back what it left when it is stopped before the page goes', async () => {
    const tab = fakeTab()
    const panel = mountPanelOver(counting().host, {}, tab)
    await play(panel, '{"title":"x","steps":[{"human":"reload"}]}')
    await eventually(() => expect(tab.next).not.toBeNull())
    panel.session.agent.stop()
    await eventually(() => expect(panel.wrapper.get('[role="alert"]').text()).toContain('stopped'))
    expect(tab.next).toBeNull()
  })
})

describe('a run that cannot go on', () => {
  const edited = (text: string, more: object): string => JSON.stringify({ ...(JSON.parse(text) as object), ...more })

  it.each<readonly [string, (text: string) => string, Parameters<typeof fakeTab>[1], string]>([
    ['is damaged', (text) => text.slice(0, -9), {}, 'is damaged'],
    ['has no state', (text) => edited(text, { state: {} }), {}, 'is damaged'],
    ['is of another version', (text) => edited(text, { version: 2 }), {}, 'Another version'],
    ['is of another script', (text) => edited(text, { source: { name: '', text: '{"title":"x","steps":[{"call":"counts"}]}' } }), {}, 'does not reload the page where it stopped'],
    ['is of a file that was changed', (text) => edited(text, { source: { name: 'teach-loop', text: SCRIPT } }), {}, 'Its file was changed since'],
    ['is of a file that is gone', (text) => edited(text, { source: { name: 'no-such-script', text: SCRIPT } }), {}, 'Its file was changed since'],
    ['is found by a page that was opened anew', (text) => text, { arrival: { reloaded: false, at: Date.now() } }, 'not opened by the reload of the script'],
    ['is found long after', (text) => edited(text, { leftAt: Date.now() - 60_000 }), {}, 'not opened by the reload of the script'],
  ])('because it %s is let go of in words, and nothing is played', async (_, change, arrived, reason) => {
    const { host, seen } = counting()
    const panel = mountPanelOver(host, {}, fakeTab(change(await leave()), arrived))
    await eventually(() => expect(panel.wrapper.get('[data-simulator="let-go"]').text()).toContain(reason))
    expect(panel.wrapper.get('[data-simulator="let-go"]').text()).toContain('Nothing of it was played again.')
    expect(seen).toEqual([])
    expect(panel.session.agent.state.value).toBe('idle')
    // Another can be started, and then nothing more is said of it.
    await play(panel, '{"title":"x","steps":[{"call":"counts"}]}')
    await eventually(() => expect(panel.wrapper.get('[data-simulator="outcome"]').text()).toContain('Passed'))
    expect(panel.wrapper.find('[data-simulator="let-go"]').exists()).toBe(false)
  })
})
