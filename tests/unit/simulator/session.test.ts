import { describe, expect, it } from 'vitest'
import { diffLines } from '../../../simulator/panel/session/diffLines.ts'
import { hostWords } from '../../../simulator/panel/session/hostFacts.ts'
import { exportLog, importLog } from '../../../simulator/panel/session/keptLog.ts'
import { timeAxis } from '../../../simulator/panel/session/timeAxis.ts'
import { approval, call } from './entries.ts'
import { fakePage } from './fakePage.ts'

describe('a log as a file', () => {
  it('gives back the calls, pinned', () => {
    const kept = importLog(exportLog([call('a', { x: 1 }, { ok: true }), approval('approved', 1)]))
    expect(kept).toMatchObject([{ tool: 'a', input: { x: 1 }, settled: { value: { ok: true } }, pinned: true }])
  })

  it.each(['', '{}', '{"format":"understudy/simulator-log","version":2}', '{"format":"understudy/simulator-log","version":1,"entries":3}'])('%s is refused in words', (text) => {
    expect(importLog(text)).toBeTypeOf('string')
  })
})

describe('the axis of time', () => {
  it('keeps order and ends, and gives long silences little room', () => {
    const axis = timeAxis([0, 100, 600_100, 600_200])
    expect([0, 100, 600_100, 600_200].map(axis)).toEqual([0, 100 / 1700, 1600 / 1700, 1])
    expect(axis(300_000)).toBeLessThanOrEqual(axis(600_100))
    expect(timeAxis([5])(5)).toBe(0)
  })
})

describe('two texts compared', () => {
  it('shows what both have once, and the rest by side', () => {
    expect(diffLines('a\nb\nc', 'a\nx\nc')).toEqual([
      { side: 'both', text: 'a' },
      { side: 'left', text: 'b' },
      { side: 'right', text: 'x' },
      { side: 'both', text: 'c' },
    ])
  })
})

describe('words about the host', () => {
  it('case W10: a host without tools is named, with the count and why', () => {
    expect(hostWords(fakePage({ mode: 'native' }), 0)).toEqual({ title: expect.stringContaining('document.modelContext'), text: expect.stringMatching(/lists no tools: none was registered/) })
  })

  it('case W31: without a host the advice names switches that work', () => {
    const { text } = hostWords(fakePage({ mode: 'degraded', reason: 'absent' }), 0)
    expect(text).toContain('chrome://flags/#enable-webmcp-testing')
    expect(text).toContain('--enable-features=WebMCP')
  })
})
