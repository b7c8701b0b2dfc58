import { h, type VNode } from 'vue'

const AROUND = 2 * Math.PI * 2.2
/** How much of the ring is filled. */
const SLICES: Readonly<Record<string, number>> = { open: 0.5, pending: 0.75, on_hold: 0.25 }

/**
 * How far a ticket has come: a ring that fills. Few elements and no component of its own, since every row of the list
 * has one; `StatusIcon` is the same as a component.
 */
export function statusGlyph(status: string): VNode {
  const slice = SLICES[status]
  const parts =
    status === 'solved' || status === 'closed'
      ? [h('circle', { class: 'full', cx: 7, cy: 7, r: 6 }), h('path', { class: 'check', d: 'M4.2 7.2l2 2 3.6-4.2' })]
      : [
          h('circle', { class: status === 'new' ? 'ring dashed' : 'ring', cx: 7, cy: 7, r: 5.4 }),
          ...(slice === undefined ? [] : [h('circle', { class: 'slice', cx: 7, cy: 7, r: 2.2, 'stroke-dasharray': `${AROUND * slice} ${AROUND}` })]),
        ]
  return h('svg', { class: 'glyph status-glyph', 'data-status': status, viewBox: '0 0 14 14', 'aria-hidden': 'true' }, parts)
}
