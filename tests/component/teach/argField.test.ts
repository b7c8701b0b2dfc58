import { mount, type VueWrapper } from '@vue/test-utils'
import { shallowRef } from 'vue'
import { afterEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/bus/json.ts'
import type { JsonSchema } from '../../../src/bus/schema.ts'
import { SERVICES, TAUGHT } from '../../../src/stores/services.ts'
import type { Param } from '../../../src/teach/procedure/types.ts'
import ArgField from '../../../src/views/teach/ArgField.vue'
import { openPage } from '../../unit/webmcp/page.ts'
import { quietServices } from '../console/mountConsole.ts'

let wrapper: VueWrapper | undefined
afterEach(() => wrapper?.unmount())

interface Field {
  readonly wrapper: VueWrapper
  /** What it gave, in order. */
  given(): readonly unknown[]
  options(): readonly string[]
  open(): Promise<void>
  take(label: string): Promise<void>
  type(text: string): Promise<void>
}

function field(schema: JsonSchema, more: Partial<Param> & { readonly value?: Json; readonly error?: string } = {}): Field {
  const { value, error, ...rest } = more
  const param: Param = { key: 'k', name: 'arg', description: 'What it is for.', schema, leaves: [], required: true, ...rest }
  const made = mount(ArgField, {
    attachTo: document.body,
    props: { param, value, form: true, ...(error === undefined ? {} : { error }) },
    global: { provide: { [SERVICES as symbol]: quietServices(openPage().bus), [TAUGHT as symbol]: shallowRef(null) } },
  })
  wrapper = made
  const shown = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="option"]')]
  return {
    wrapper: made,
    given: () => (made.emitted('change') ?? []).map(([given]) => given),
    options: () => shown().map((option) => option.textContent.trim()),
    open: () => made.get('[role="combobox"]').trigger('click'),
    async take(label) {
      shown().find((option) => option.textContent.includes(label))?.click()
      await made.vm.$nextTick()
    },
    async type(text) {
      const input = made.get<HTMLInputElement>('input, textarea')
      await input.setValue(text)
    },
  }
}

describe('an argument by its schema', () => {
  it('an enumeration is a list of its values, in words', async () => {
    const at = field({ type: 'string', enum: ['open', 'on_hold'] })
    await at.open()
    expect(at.options()).toEqual(['open', 'on hold'])
    await at.take('on hold')
    expect(at.given()).toEqual(['on_hold'])
  })

  it('a reference is a list by name, and nobody where it may be null', async () => {
    const at = field({ type: ['string', 'null'], 'x-us': { entity: 'assignee', kind: 'reference' } })
    await at.open()
    expect(at.options()[0]).toBe('nobody')
    expect(at.options().length).toBeGreaterThan(1)
    await at.take('nobody')
    expect(at.given()).toEqual([null])
  })

  it('a record is found by its id as well as by its title', async () => {
    const at = field({ type: 'string', 'x-us': { entity: 'ticket', kind: 'record' } })
    await at.open()
    const box = document.querySelector<HTMLInputElement>('[role="searchbox"]')
    if (!box) throw new Error('There is no search.')
    box.value = 'T-1017'
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await at.wrapper.vm.$nextTick()
    expect(at.options()).toHaveLength(1)
    await at.take('T-1017')
    expect(at.given()).toEqual(['T-1017'])
  })

  it('a list of known values takes several', async () => {
    const at = field({ type: 'array', items: { type: 'string', enum: ['open', 'new'] } }, { value: ['open'] })
    await at.open()
    await at.take('new')
    await at.take('open')
    expect(at.given()).toEqual([['open', 'new'], undefined])
  })

  it('a list of free values is typed one a line', async () => {
    const at = field({ type: 'array', items: { type: 'string' } })
    await at.type('vip\n\n  bug ')
    expect(at.given()).toEqual([['vip', 'bug']])
  })

  it('a number is a number, and what is none stays as typed, to be refused', async () => {
    const at = field({ type: 'integer' })
    await at.type('12')
    await at.type('twelve')
    expect(at.given()).toEqual([12, 'twelve'])
  })

  it('yes or no are values, not texts', async () => {
    const at = field({ type: 'boolean' })
    await at.open()
    await at.take('no')
    expect(at.given()).toEqual([false])
  })

  it('one with a default shows it, and can be left out again', async () => {
    const schema: JsonSchema = { type: 'string', enum: ['low', 'high'] }
    const left = field(schema, { required: false, default: 'low' })
    expect(left.wrapper.get('[role="combobox"]').text()).toBe('low')
    expect(left.wrapper.text()).toContain('as learnt, if left out')
    expect(left.wrapper.find('.leave').exists()).toBe(false)
    left.wrapper.unmount()
    const at = field(schema, { required: false, default: 'low', value: 'high' })
    await at.wrapper.get('.leave').trigger('click')
    expect(at.given()).toEqual([undefined])
    expect(document.activeElement).toBe(at.wrapper.get('[role="combobox"]').element)
  })

  it('what is wrong is tied to the control', () => {
    const at = field({ type: 'string' }, { error: 'arg is required.' })
    const input = at.wrapper.get('input')
    expect(input.attributes('aria-invalid')).toBe('true')
    const ids = (input.attributes('aria-describedby') ?? '').split(' ')
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(['What it is for.', 'arg is required.'])
  })
})
