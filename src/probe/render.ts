import type { Advice, Piece } from './adviseOn.ts'
import { factLines, type FactLine } from './factLines.ts'
import type { Facts } from './lookAround.ts'

const SIGNS = { true: '✓', false: '✕', open: '–' } as const
const STATES: Readonly<Record<Advice['state'], string>> = { works: 'Works', partly: 'Works in part', not: 'Not available' }

/** Fills the page: the verdict first, what to do, then what was found. */
export function render(main: HTMLElement, facts: Facts, advice: Advice): void {
  main.replaceChildren(
    element('h1', {}, 'WebMCP in this browser'),
    element(
      'section',
      { class: 'verdict panel', 'data-state': advice.state, 'aria-labelledby': 'verdict' },
      element('span', { class: 'state' }, STATES[advice.state]),
      element('h2', { id: 'verdict' }, advice.title),
      ...advice.ways.map((way) => element('p', {}, ...way.map(pieceNode))),
    ),
    element('h2', {}, 'What was found'),
    element('dl', { class: 'facts panel' }, ...factLines(facts).map(lineNode)),
    element(
      'p',
      { class: 'foot' },
      element('a', { href: './' }, 'Open the console'),
      ' Taught tools run from there by hand, with or without WebMCP.',
    ),
  )
  main.removeAttribute('aria-busy')
  main.dataset['state'] = advice.state
}

const pieceNode = (piece: Piece): Node | string => (typeof piece === 'string' ? piece : element('code', {}, piece.code))

const lineNode = ({ id, label, text, good }: FactLine): HTMLElement =>
  element(
    'div',
    { 'data-fact': id, 'data-good': String(good) },
    element('dt', {}, label),
    element('dd', {}, element('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[`${good}`]), element('span', {}, text)),
  )

/** A new element with attributes and content. Text stays text. */
function element(tag: string, attributes: Readonly<Record<string, string>>, ...content: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...content)
  return made
}
