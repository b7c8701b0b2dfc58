import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { openDesk, type Desk } from '../../../support/sessions.ts'

const FROM_START = 'Filter to new, open, pending or on hold'

/** The lines of the chip: how many steps each stands for, and what it says. */
const lines = ({ recorder }: Desk): readonly (readonly [number, string])[] => recorder.live.steps.map(({ stepIds, words }) => [stepIds.length, plain(words)])

function begun(): Desk {
  const desk = openDesk()
  desk.recorder.start()
  return desk
}

describe('what is typed letter by letter', () => {
  it('is one line that changes, under an id that stays; each letter stays a step', () => {
    const desk = begun()
    desk.at.search('r')
    const id = desk.recorder.live.steps[0]?.stepId
    for (const text of ['re', 'ret', 're', 'ref']) desk.at.filter({ text }, { how: 'typed' })
    expect(lines(desk)).toEqual([[5, `${FROM_START}, with the text ref, newest first`]])
    expect(desk.recorder.live.steps[0]?.stepId).toBe(id)
    desk.at.open(0)
    desk.at.setStatus('solved')
    const stopped = desk.recorder.stop()
    expect(stopped.ok && stopped.value.recording.steps).toHaveLength(7)
  })

  it('is a line of its own beside what was filtered by hand before and after', () => {
    const desk = begun()
    desk.at.filter({ priority: ['high'] })
    desk.at.search('re')
    desk.at.filter({ sort: 'oldest' })
    desk.at.search('ref')
    desk.at.search('let', 'requester')
    expect(lines(desk).map(([count]) => count)).toEqual([1, 2, 1, 3, 3])
    expect(desk.recorder.live.steps.flatMap(({ stepIds }) => stepIds)).toEqual(desk.recorder.live.steps.flatMap(({ stepIds }) => stepIds).toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))))
  })

  it('goes on over a cleared search, and ends where something else was done', () => {
    const desk = begun()
    desk.at.search('re')
    desk.at.filter({ text: null })
    desk.at.search('le')
    expect(lines(desk).map(([count]) => count)).toEqual([5])
    desk.at.open(0)
    desk.at.search('let')
    expect(lines(desk).map(([count]) => count)).toEqual([5, 1, 3])
  })

  it('does not go on with what was struck out', () => {
    const desk = begun()
    desk.at.search('re')
    for (const { stepIds } of desk.recorder.live.steps) for (const id of stepIds) desk.recorder.strike(id)
    desk.at.search('ref')
    expect(desk.recorder.live.steps.map(({ stepIds, state }) => [stepIds.length, state])).toEqual([
      [2, 'struck'],
      [3, 'kept'],
    ])
  })

  it('joins nothing that was picked, nor writes', () => {
    const desk = begun()
    desk.at.filter({ priority: ['high'] })
    desk.at.filter({ priority: ['high', 'urgent'] })
    desk.at.open(0)
    desk.at.setStatus('solved')
    desk.at.setStatus('pending')
    expect(lines(desk).map(([count]) => count)).toEqual([1, 1, 1, 1, 1])
  })
})
