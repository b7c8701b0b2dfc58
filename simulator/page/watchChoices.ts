import { hookOf } from './hookOf.ts'
import { LIST, type Chosen } from './seen.ts'
import { toolOf, type On, type Tell } from './watching.ts'

interface Shown {
  readonly box: Element
  readonly labels: ReadonlyMap<string, string>
  /** There were more than are on show. */
  readonly more: boolean
}

/** Watches what is chosen in the lists the page opens: by the text on show, and whether that text alone says which it is. */
export function watchChoices(on: On, tell: Tell): void {
  /** The list as it opened: later only what was typed for is on show. */
  let shown: Shown | null = null

  on('focusin', (_, box) => {
    const list = box.matches(`${LIST} [role="searchbox"]`) && shown?.box !== box ? box.closest(LIST) : null
    if (list) shown = { box, labels: new Map([...list.querySelectorAll('[role="option"]')].map((one) => [valueOf(one), labelOf(one)])), more: list.querySelector('[role="listbox"] > p') !== null }
  })
  on('click', (_, target) => {
    const option = target.closest(`${LIST} [role="option"]`)
    if (option) chose(option)
  })
  on('keydown', (event, target) => {
    if (event.key !== 'Enter' || event.isComposing || !target.matches(`${LIST} [role="searchbox"]`)) return
    const option = target.closest(LIST)?.querySelector('[role="option"][data-active]')
    if (option) chose(option)
  })

  function chose(option: Element): void {
    const list = option.closest('[role="listbox"]')
    const from = list && listOf(list)
    if (!from) return
    const value = valueOf(option)
    const label = labelOf(option)
    tell({ did: 'choose', value, label, plain: isPlain(option, value, label), ...from }, Date.now())
  }

  function isPlain(option: Element, value: string, label: string): boolean {
    const box = option.closest(LIST)?.querySelector('[role="searchbox"]')
    if (shown === null || shown.box !== box || shown.more) return false
    // A new one comes after all that answers what was typed.
    if (!shown.labels.has(value)) return option.parentElement?.querySelectorAll('[role="option"]').length === 1
    const begins = label.toLowerCase()
    return [...shown.labels].every(([other, text]) => other === value || !text.toLowerCase().startsWith(begins))
  }
}

const valueOf = (option: Element): string => option.getAttribute('data-value') ?? ''
const labelOf = (option: Element): string => (option.querySelector('b') ?? option.querySelector('.truncate[dir="auto"]') ?? option).textContent.trim()

/** Which list it is, by what opened it. */
function listOf(list: Element): Pick<Chosen, 'from' | 'in' | 'hook' | 'tool' | 'several'> | null {
  if (list.id === 'field-options') return { from: `field:${list.getAttribute('aria-label')?.toLowerCase() ?? ''}` }
  if (list.id === 'tool-options') return { from: 'tool' }
  if (list.getAttribute('aria-label') === 'Drafts') return { from: 'drafts' }
  const control = [...list.ownerDocument.querySelectorAll('[role="combobox"][aria-controls]')].find((one) => one.getAttribute('aria-controls') === list.id)
  const filter = control?.getAttribute('data-filter')
  if (typeof filter === 'string') return { from: `filter:${filter}` }
  const hook = control?.closest('[data-argument]') ? hookOf(control) : null
  if (!control || hook === null) return null
  const place = control.closest('[data-region="run-form"]') ? 'run-form' : control.closest('[data-region="library"]') ? 'library' : null
  return place && { from: 'argument', in: place, hook, several: list.getAttribute('aria-multiselectable') === 'true', ...toolOf(control) }
}
