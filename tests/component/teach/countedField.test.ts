import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import CountedField from '../../../src/views/teach/CountedField.vue'

const field = () => mount(CountedField, { props: { id: 'f', label: 'Description', name: 'description', value: 'as stored', used: 9, limit: 500, rows: true } })
const shown = (wrapper: ReturnType<typeof field>): string => wrapper.get('textarea').element.value

describe('a text of a draft that changes elsewhere', () => {
  it('does not take away what is being typed; leaving the field says it', async () => {
    const wrapper = field()
    await wrapper.get('textarea').setValue('my own words')
    await wrapper.setProps({ value: 'an agent’s' })
    expect(shown(wrapper)).toBe('my own words')
    await wrapper.get('textarea').trigger('change')
    expect(wrapper.emitted('change')).toContainEqual(['my own words'])
  })

  it('shows at once where nothing is being typed, and on Escape', async () => {
    const wrapper = field()
    await wrapper.setProps({ value: 'an agent’s' })
    expect(shown(wrapper)).toBe('an agent’s')
    await wrapper.get('textarea').setValue('mine')
    await wrapper.setProps({ value: 'another' })
    await wrapper.get('textarea').trigger('keydown', { key: 'Escape' })
    expect(shown(wrapper)).toBe('another')
  })
})
