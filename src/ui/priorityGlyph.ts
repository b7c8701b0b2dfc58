import { h, type VNode } from 'vue'

const BARS = 3
/** How many of the bars count. */
const LEVELS: Readonly<Record<string, number>> = { low: 1, normal: 2, high: 3 }

/** A bar with round corners; `place` counts from 0, and each is higher than the one before. */
const bar = (place: number): string => {
  const height = (place + 1) * 3
  return `M${1 + place * 4.5} ${12.75 - height}a.75 .75 0 0 1 .75-.75h1.5a.75.75 0 0 1 .75.75v${height - 1.5}a.75.75 0 0 1-.75.75h-1.5a.75.75 0 0 1-.75-.75z`
}
const bars = (from: number, to: number): string => Array.from({ length: to - from }, (_, place) => bar(from + place)).join('')

/** By level: the bars that count, and the others. */
const SHAPES = Array.from({ length: BARS + 1 }, (_, level) => [
  { class: 'on', d: bars(0, level) },
  { class: 'off', d: bars(level, BARS) },
])

/** A stroke and a point. */
const EXCLAMATION = 'M6.1 3.9a.9.9 0 0 1 1.8 0v3.2a.9.9 0 0 1-1.8 0zM6.1 10.1a.9.9 0 0 1 1.8 0a.9.9 0 0 1-1.8 0z'

/**
 * How urgent a ticket is: bars that rise. Few elements and no component of its own, since every row of the list has one;
 * `PriorityIcon` is the same as a component.
 */
export function priorityGlyph(priority: string): VNode {
  const parts =
    priority === 'urgent'
      ? [h('rect', { class: 'fill', width: 14, height: 14, rx: 3.5 }), h('path', { class: 'mark', d: EXCLAMATION })]
      : (SHAPES[LEVELS[priority] ?? 0] ?? []).map((shape) => h('path', shape))
  return h('svg', { class: 'glyph priority-glyph', viewBox: '0 0 14 14', 'aria-hidden': 'true' }, parts)
}
