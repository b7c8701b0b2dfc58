/** Where a panel goes, in pixels of the viewport. */
export interface Place {
  readonly left: number
  readonly top: number
  readonly maxHeight: number
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

const GAP = 4
const EDGE = 8

/** Below its anchor where there is room, above where there is more, never over the edge of the viewport. */
export function placeBeside(anchor: Box, panel: Size, viewport: Size, align: 'start' | 'end'): Place {
  const below = viewport.height - anchor.bottom - GAP - EDGE
  const above = anchor.top - GAP - EDGE
  const up = panel.height > below && above > below
  const maxHeight = Math.max(120, up ? above : below)
  const height = Math.min(panel.height, maxHeight)
  const wanted = align === 'end' ? anchor.right - panel.width : anchor.left
  const left = Math.max(EDGE, Math.min(wanted, viewport.width - panel.width - EDGE))
  const top = up ? anchor.top - GAP - height : Math.min(anchor.bottom + GAP, viewport.height - height - EDGE)
  return { left, top: Math.max(EDGE, top), maxHeight }
}
