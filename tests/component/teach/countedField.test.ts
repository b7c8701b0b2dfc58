import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import CountedField from '../../../src/views/teach/CountedField.vue'

const field = (onChange?: (text: string) => void) =>
  mount(CountedField, {
    props: { id: 'f', label: 'Description', name: 'description', value: 'as stored', used: 9, limit: 500, rows: true, ...(onChange ? { onChange } : {}) },
  })
const shown = (wrapper: ReturnType<typeof field>): string => wrapper.get('textarea').element.value

/** By key: a field only says `change` once it is left. */
async function type(wrapper: ReturnType<typeof field>, text: string): Promise<void> {
  wrapper.get('textarea').element.value = text
  await wrapper.get('textarea').trigger('input')
}

describe('a text of a draft that changes elsewhere', () => {
  it('does not take away what is being typed; leaving the field says it', async () => {
    const wrapper = field()
    await wrapper.get('textarea').setValue('my own words')
    await wrapper.setProps({ value: 'an agent’s' })
    expect(shown(wrapper)).toBe('my own words')
    await wrapper.get('textarea').trigger('change')
    expect(wrapper.emitted('change')).toContainEqual(['my own words'])
  })

  it('shows at once where nothing is being typed', async () => {
    const wrapper = field()
    await wrapper.setProps({ value: 'an agent’s' })
    expect(shown(wrapper)).toBe('an agent’s')
  })
})

describe('a text that is being typed', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is handed on once the hand rests, not letter by letter', async () => {
    const wrapper = field()
    for (const text of ['m', 'mi', 'mine']) {
      await type(wrapper, text)
      vi.advanceTimersByTime(200)
    }
    expect(wrapper.emitted('change')).toBeUndefined()
    vi.advanceTimersByTime(100)
    expect(wrapper.emitted('change')).toEqual([['mine']])
  })

  it.each([
    ['the page is about to go', () => window.dispatchEvent(new Event('beforeunload'))],
    ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
    ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the field goes', (wrapper: ReturnType<typeof field>) => wrapper.unmount()],
  ])('is handed on when %s', async (_, leave) => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const said = vi.fn()
    const wrapper = field(said)
    await type(wrapper, 'mine')
    leave(wrapper)
    expect(said.mock.calls).toEqual([['mine']])
    vi.runAllTimers()
    expect(said).toHaveBeenCalledTimes(1)
    visibility.mockRestore()
  })

  it('stays on Escape, which leaves the field and nothing else', async () => {
    const wrapper = field()
    const above = vi.fn()
    wrapper.element.addEventListener('keydown', above)
    await type(wrapper, 'mine')
    await wrapper.get('textarea').trigger('keydown', { key: 'Escape' })
    expect(shown(wrapper)).toBe('mine')
    expect(wrapper.emitted('change')).toEqual([['mine']])
    expect(wrapper.emitted('leave')).toHaveLength(1)
    expect(above).not.toHaveBeenCalled()
  })
})
