import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hookOf } from '../../../simulator/page/hookOf.ts'
import type { Seen } from '../../../simulator/page/seen.ts'
import { LONGEST_FILE, watchPerson } from '../../../simulator/page/watchPerson.ts'

let told: Seen[] = []
let end = (): void => undefined
beforeEach(() => {
  told = []
  end = watchPerson(window, (seen) => void told.push(seen))
})
afterEach(() => {
  end()
  document.body.replaceChildren()
  vi.useRealTimers()
})

const show = (html: string): void => document.body.replaceChildren(document.createRange().createContextualFragment(html))
const find = (selector: string): HTMLElement => document.querySelector(selector) as HTMLElement
const typed = (selector: string, text: string): void => {
  const field = find(selector) as HTMLInputElement
  field.value = text
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}

describe('a hook', () => {
  it('finds its element first, by what it is called and where it stands', () => {
    show(`<aside data-region="draft"><ol><li><button data-edit-step="a1"></button></li><li><button data-edit-step="a2"></button><div popover><button data-drop></button></div></li></ol>
      <div data-parameter="how_urgent"><input name="parameter"></div></aside>`)
    expect(hookOf(find('[data-edit-step="a2"]'))).toBe('[data-region="draft"] li:nth-child(2) [data-edit-step]')
    expect(hookOf(find('[data-drop]'))).toBe('[data-region="draft"] [popover] [data-drop]')
    const hook = hookOf(find('input')) ?? ''
    expect(hook).toBe('[data-region="draft"] [data-parameter="how_urgent"] [name="parameter"]')
    expect(document.querySelector(hook)).toBe(find('input'))
  })

  it('is none where another comes first', () => {
    show('<p><button data-action="keep"></button></p><p><button data-action="keep" class="second"></button></p>')
    expect(hookOf(find('.second'))).toBeNull()
  })
})

describe('what a person does', () => {
  it('is told where it stands in a part that matters, never of the panel', () => {
    show(`<aside data-region="draft"><button data-drop></button><button data-action="publish"></button></aside><button data-nav="mine"></button>
      <div data-region="simulator"><aside data-region="draft"><button data-fix></button></aside></div>`)
    for (const one of ['[data-drop]', '[data-action="publish"]', '[data-nav]', '[data-fix]']) find(one).click()
    expect(told).toEqual([
      { did: 'click', in: 'draft', hook: '[data-region="draft"] [data-drop]' },
      { did: 'click', in: 'list', hook: '[data-nav="mine"]' },
    ])
  })

  it('a text counts once the hand rests, by the place it was begun in, and before what is pressed next', () => {
    vi.useFakeTimers()
    show('<aside data-region="draft"><p data-parameter="old"><input name="parameter"></p><button data-drop></button></aside>')
    typed('input', 'n')
    typed('input', 'new')
    expect(told).toEqual([])
    vi.advanceTimersByTime(290)
    const first = { did: 'fill', in: 'draft', hook: '[data-region="draft"] [data-parameter="old"] [name="parameter"]', text: 'new' }
    expect(told).toEqual([first])
    find('p').dataset['parameter'] = 'new'
    typed('input', 'newer')
    find('[data-drop]').click()
    expect(told).toMatchObject([first, { did: 'fill', hook: expect.stringContaining('[data-parameter="new"]'), text: 'newer' }, { did: 'click' }])
  })

  it('keys are told once the console took them', () => {
    const taken = (event: KeyboardEvent): void => event.preventDefault()
    const press = (key: string, more: KeyboardEventInit = {}) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
    press('z', { ctrlKey: true })
    document.addEventListener('keydown', taken)
    press('z', { ctrlKey: true })
    press('Z', { metaKey: true, shiftKey: true })
    press('x')
    document.removeEventListener('keydown', taken)
    expect(told.map((one) => 'keys' in one && one.keys)).toEqual(['Control+z', 'Control+Shift+z'])
  })

  it('the tool of the library is told, and whether a click looks into it', () => {
    const row = (open: boolean) => `<div data-region="library"><li data-tool="park"><button data-rove="park" aria-expanded="${open}"></button><button data-action="run"></button></li></div>`
    show(row(false))
    find('[data-action="run"]').click()
    show(row(true))
    find('[data-action="run"]').click()
    expect(told).toMatchObject([
      { in: 'library', tool: 'park', opens: true },
      { in: 'library', tool: 'park', opens: false },
    ])
  })
})

describe('what is chosen in a list', () => {
  const list = (...options: readonly (readonly [string, string])[]) =>
    show(`<div popover><input role="searchbox"><div role="listbox" id="field-options" aria-label="Assignee">${options
      .map(([value, label], place) => `<div role="option" data-value="${value}"${place === 0 ? ' data-active=""' : ''}><span class="truncate" dir="auto">${label}</span><span class="hint">you</span></div>`)
      .join('')}</div></div>`)
  const open = () => find('input').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))

  it('is told by its text, plain where no other begins with it', () => {
    list(['ann', 'Ann'], ['anna', 'Anna Berg'], ['noor', 'Noor'])
    open()
    find('input').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    find('[data-value="noor"]').click()
    expect(told).toEqual([
      { did: 'choose', from: 'field:assignee', value: 'ann', label: 'Ann', plain: false },
      { did: 'choose', from: 'field:assignee', value: 'noor', label: 'Noor', plain: true },
    ])
  })

  it('is not plain where the list was not seen as it opened', () => {
    list(['noor', 'Noor'])
    find('[data-value="noor"]').click()
    expect(told).toMatchObject([{ plain: false }])
  })
})

describe('a file', () => {
  const drop = (...texts: readonly string[]) => {
    const event = new Event('drop', { bubbles: true })
    document.body.dispatchEvent(Object.assign(event, { dataTransfer: { files: texts.map((text) => new File([text], 'a.json')) } }))
  }

  it('is kept with its text, up to a length', async () => {
    drop('{"a":1}')
    drop('x'.repeat(LONGEST_FILE + 1))
    drop('one', 'two')
    await vi.waitFor(() => expect(told).toHaveLength(2))
    expect(told).toContainEqual({ did: 'file', how: 'drop', name: 'a.json', text: '{"a":1}' })
    expect(told).toContainEqual({ did: 'file', how: 'drop', name: 'a.json', text: null })
  })
})
