import { describe, expect, it } from 'vitest'
import { playedElsewhere, reloads } from '../../../simulator/panel/session/playedElsewhere.ts'

describe('a script the panel cannot play whole', () => {
  it('reloads the page, also within a repetition', () => {
    expect(reloads({ steps: [{ list: {} }, { human: 'stop' }] })).toBe(false)
    expect(reloads({ steps: [{ list: {} }, { human: 'reload' }] })).toBe(true)
    expect(reloads({ steps: [{ repeat: 2, as: 'n', steps: [{ human: 'reload' }] }] })).toBe(true)
  })

  it.each([
    ['simulator/scripts/a-b.json', 'native', 'To play it whole, run in a terminal: npm run simulate -- simulator/scripts/a-b.json'],
    ['simulator/scripts/a-b.json', 'bridge', 'To play it whole, run in a terminal: npm run simulate -- simulator/scripts/a-b.json --host bridge'],
    ['my agent.json', 'native', 'To play it whole, run in a terminal: npm run simulate -- "my agent.json"'],
    ['', 'native', 'To play it whole, save it as a file, then run in a terminal: npm run simulate -- FILE'],
  ])('%j on %s is played by a command', (file, mode, sentence) => {
    expect(playedElsewhere(file, mode)).toBe(sentence)
  })
})
