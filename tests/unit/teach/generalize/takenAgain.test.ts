import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { NONE_OF_THESE } from '../../../../src/teach/generalize/types.ts'
import type { Demonstration } from '../../../support/sessions.ts'
import { answer, did, learn, learnFrom, runOn, seededDesk, shown, shownAll, type Learned } from './learning.ts'

const pending = seededDesk()
  .bus.session.records.list('ticket')
  .filter((one) => one['status'] === 'pending' && one['priority'] === 'normal')
  .toSorted((a, b) => (String(a['createdAt']) < String(b['createdAt']) ? -1 : 1))
const idAt = (place: number): string => String(pending.at(place)?.['ticketId'])
const id = idAt(0)

/** The oldest of one list, tagged; then taken from a second list, which is longer and begins with it as well. */
const twice = (at: Demonstration): void => {
  at.filter({ status: ['pending'], priority: ['normal'], sort: 'oldest' })
  at.open(0)
  at.addTags('seen')
  at.filter({ status: ['pending'], priority: ['normal', 'low'], sort: 'oldest' })
  at.open(0)
  at.setStatus('solved')
}

/** The same with the newest of the second list, which is another ticket than the oldest of the first. */
const newest = (at: Demonstration): void => {
  at.filter({ status: ['pending'], priority: ['normal'], sort: 'oldest' })
  at.open(0)
  at.addTags('seen')
  at.filter({ status: ['pending'], priority: ['normal', 'low'], sort: 'oldest' })
  at.open(at.ids.length - 1)
  at.setStatus('solved')
}

const blocks = ({ findings }: Learned): readonly string[] => findings.flatMap(({ level, kind, words }) => (level === 'block' ? [`${kind}: ${plain(words)}`] : []))

const again = ({ questions }: Learned) => questions.find(({ choices }) => choices.some(({ choiceId }) => choiceId === 'same'))

describe('a record that is taken again, from another list it stands at an end of', () => {
  const learned = learn(shown(twice))

  it('is asked about: the same one, which it is until somebody says otherwise, or whichever stands there', () => {
    const asked = again(learned)
    expect(asked?.safe).toBe('same')
    expect(asked?.choices.map(({ words }) => plain(words))).toEqual(['The same ticket as before', 'Whichever is the oldest in the list then'])
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure))).toMatchObject({ [`${id}.status`]: 'solved' })
  })

  it('answered, it is what stands there, and the first stays what it was', () => {
    const trace = shown(twice)
    const said = learnFrom([trace], answer(learned, 'pick', ({ choiceId }) => choiceId === 'first'))
    expect(said.failed).toEqual([])
    const low = idAt(-1)
    const other = { priority: 'low', createdAt: '2000-01-01T00:00:00.000Z' }
    const desk = (): ReturnType<typeof seededDesk> => seededDesk({ [low]: other })
    // The oldest of all is in the second list alone.
    expect(did(runOn(desk(), said.procedure))).toMatchObject({ [`${low}.status`]: 'solved' })
    expect(did(runOn(desk(), said.procedure))).not.toHaveProperty([`${id}.status`])
    expect(did(runOn(desk(), learned.procedure))).toMatchObject({ [`${id}.status`]: 'solved' })
  })

  it.each(['person', 'agent'] as const)('is neither, says a %s: that blocks, and the question stays to be answered otherwise', (by) => {
    const trace = shown(twice)
    const none = learnFrom([trace], answer(learned, 'pick', () => false, by))
    expect(blocks(none)).toEqual(['unexplained: You said it is neither the same ticket nor the oldest in the list: show it once more, so that it can be told'])
    expect(none.questions[0]).toMatchObject({ questionId: again(learned)?.questionId, answered: { choice: NONE_OF_THESE, by } })
    // Of the two that were offered, either lifts it.
    for (const wanted of ['same', 'first']) {
      const now = learnFrom([trace], answer(none, 'pick', ({ choiceId }) => choiceId === wanted))
      expect(blocks(now)).toEqual([])
      expect(again(now)?.answered?.choice).toBe(wanted)
    }
  })

  it('is neither, and was shown once more with another ticket: nothing blocks any more', () => {
    const none = answer(learned, 'pick', () => false)
    const both = learnFrom(shownAll(twice, newest), none)
    expect(again(both)).toBeUndefined()
    expect(blocks(both)).toEqual([])
    // The same once more tells no more than before.
    expect(blocks(learnFrom(shownAll(twice, twice), none))).toHaveLength(1)
  })

  it('blocks nothing where the same or whichever is meant, or nobody said anything', () => {
    expect(blocks(learned)).toEqual([])
    expect(blocks(learnFrom([shown(twice)], answer(learned, 'pick', ({ choiceId }) => choiceId === 'first')))).toEqual([])
  })

  it('is neither: what blocks comes before what weighs more otherwise, so that it is always on show', () => {
    const trace = shown((at) => {
      at.filter({ status: ['pending'], priority: ['normal'], sort: 'newest' })
      at.openId(id)
      at.addTags('seen')
      at.filter({ status: ['pending'], priority: ['normal', 'low'], sort: 'oldest' })
      at.open(0)
      at.setStatus('solved')
    })
    const open = learn(trace)
    const asked = again(open)?.questionId ?? ''
    expect(open.questions.map(({ questionId }) => questionId)).toEqual([expect.any(String), asked])
    const none = learnFrom([trace], { [asked]: { choice: NONE_OF_THESE, by: 'person' } })
    expect(none.questions[0]?.questionId).toBe(asked)
    expect(none.questions).toHaveLength(open.questions.length)
  })

  it('is not asked about in the very list it was taken from, nor where it stood in the middle', () => {
    const same = learn(
      shown((at) => {
        at.filter({ status: ['pending'], priority: ['normal'], sort: 'oldest' })
        at.open(0)
        at.addTags('seen')
        at.close()
        at.open(0)
        at.setStatus('solved')
      }),
    )
    expect(again(same)).toBeUndefined()
    const middle = learn(
      shown((at) => {
        at.filter({ status: ['pending'], priority: ['normal'], sort: 'oldest' })
        at.open(0)
        at.addTags('seen')
        at.filter({ status: ['pending'], priority: ['normal', 'high'], sort: 'oldest' })
        at.openId(id)
        at.setStatus('solved')
      }),
    )
    expect(again(middle)).toBeUndefined()
  })
})
