import { describe, expect, it } from 'vitest'
import { longAge, shortAge } from '../../../src/ui/timeWords.ts'

const NOW = Date.UTC(2026, 10, 30, 9)
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString()

describe('ages', () => {
  it.each([
    [0, 'now', 'just now'],
    [5, '5m', '5 minutes ago'],
    [125, '2h', '2 hours ago'],
    [60 * 24 * 3, '3d', '3 days ago'],
    [60 * 24 * 21, '3w', '21 days ago'],
    [60 * 24 * 800, '2y', '26 months ago'],
  ])('%i minutes are %s, or %s', (minutes, short, long) => {
    expect(shortAge(ago(minutes), NOW)).toBe(short)
    expect(longAge(ago(minutes), NOW)).toBe(long)
  })

  it('takes a time to come, of a clock that is off, as now', () => {
    expect(shortAge(ago(-90), NOW)).toBe('now')
  })
})
