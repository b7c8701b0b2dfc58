import { valued } from './seen.ts'

/** What tells a control from others beside it, the best first. */
const NAMES = ['data-action', 'data-nav', 'data-named', 'data-parameterise', 'name']
const MARKS = ['data-edit-step', 'data-rule', 'data-guard', 'data-drop', 'data-fix', 'data-max']
/** What an element stands in. */
const AROUND = ['data-region', 'data-part', 'data-pack-tool', 'data-tool', 'data-parameter', 'data-argument']

/** A selector that finds this very element first, made of the page's hooks and, where those do not do, of places in lists; null where none does. */
export function hookOf(element: Element): string | null {
  const found = [false, true].map((placed) => selector(element, placed)).find((one) => element.ownerDocument.querySelector(one) === element)
  return found ?? null
}

function selector(element: Element, placed: boolean): string {
  const parts = [own(element)]
  for (let at = element.parentElement; at; at = at.parentElement) {
    const parent = at
    const names = AROUND.filter((name) => parent.hasAttribute(name)).map((name) => valued(name, parent.getAttribute(name) ?? ''))
    if (parent.hasAttribute('popover')) names.push('[popover]')
    if (placed && names.length === 0 && parent.matches('li')) names.push(`li:nth-child(${[...(parent.parentElement?.children ?? [])].indexOf(parent) + 1})`)
    if (names.length > 0) parts.unshift(names.join(''))
  }
  return parts.join(' ')
}

function own(element: Element): string {
  const mark = MARKS.find((name) => element.hasAttribute(name))
  if (mark !== undefined) return `[${mark}]`
  const name = NAMES.find((one) => element.hasAttribute(one))
  if (name !== undefined) return valued(name, element.getAttribute(name) ?? '')
  if (element.getAttribute('role') === 'combobox') return '[role="combobox"]'
  if (element.matches('[type="checkbox"]')) return '[type="checkbox"]'
  return element.matches('button') ? 'button:not([role])' : ':is(input, textarea)'
}
