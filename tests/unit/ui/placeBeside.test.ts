import { describe, expect, it } from 'vitest'
import { placeBeside } from '../../../src/ui/placeBeside.ts'

const viewport = { width: 1000, height: 800 }
const box = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 30 })

describe('placeBeside', () => {
  it('goes below its anchor, at its start or its end', () => {
    expect(placeBeside(box(50, 50), { width: 200, height: 300 }, viewport, 'start')).toMatchObject({ left: 50, top: 84 })
    expect(placeBeside(box(500, 50), { width: 200, height: 300 }, viewport, 'end')).toMatchObject({ left: 400 })
  })

  it('goes above where there is no room below but more above', () => {
    const place = placeBeside(box(50, 700), { width: 200, height: 300 }, viewport, 'start')
    expect(place.top).toBe(396)
  })

  it('stays in the viewport, and shrinks where it must', () => {
    const place = placeBeside(box(950, 300), { width: 200, height: 2000 }, viewport, 'start')
    expect(place.left).toBe(792)
    expect(place.top + Math.min(2000, place.maxHeight)).toBeLessThanOrEqual(800)
  })
})
