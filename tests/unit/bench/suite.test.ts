import { describe, expect, it } from 'vitest'
import { canonical, type Json } from '../../../src/bus/json.ts'
import { demonstratedChanges } from '../../../src/teach/generalize/steps/slices.ts'
import { normalise } from '../../../src/teach/recording/normalise.ts'
import { KINDS, OUTSIDE } from '../../bench/generalize/gold.ts'
import { PRIORS } from '../../bench/generalize/priors.ts'
import { Random } from '../../bench/generalize/random.ts'
import { sidesShown, type Showing } from '../../bench/generalize/situations.ts'
import { NO_CHANGES } from '../../bench/generalize/execute.ts'
import { drawTask, type Task } from '../../bench/generalize/suite.ts'
import { deskBus } from '../../support/sessions.ts'

const { index } = deskBus({})
const tasks: readonly Task[] = [...KINDS, ...OUTSIDE].flatMap((kind) =>
  [1, 2, 3].map((turn) => drawTask(`unit-${kind}-${turn}`, kind, 'train', 'unit')),
)

/** What the writes that are shown come to: of a loop, those of its first rows only. */
function meant({ gold, rows }: Showing): string {
  const shown = new Set(gold.actions.flatMap((action) => (action.do === 'row' ? [action.ticketId] : [])).slice(0, rows))
  const all = JSON.parse(gold.changes) as Record<string, Json>
  return canonical(rows === 0 ? all : Object.fromEntries(Object.entries(all).filter(([id]) => shown.has(id))))
}

describe('the tasks of the benchmark', () => {
  const named = tasks.map((task) => [task.gold.id, task] as const)
  it.each(named)('%s: demonstrations, noise taken out, do what gold does', (_, { shown, showings }) => {
    for (const [turn, { recording, played }] of shown.entries()) {
      const trace = normalise(recording, index)
      if (!trace.ok) throw new Error(trace.error.message)
      const changes: Record<string, Record<string, Json>> = {}
      for (const { id, field, to } of demonstratedChanges(trace.value, index)) changes[id] = { ...changes[id], [field]: to ?? null }
      const showing = showings[turn]
      expect(canonical(changes)).toBe(showing && meant(showing))
      const writes = trace.value.steps.filter(({ command }) => index.command(command)?.effect === 'write')
      // Every write that is left is known for the part of gold it acts out.
      expect(writes.filter(({ stepId }) => !played.has(`${recording.recordingId}/${stepId}`)).map(({ command }) => command)).toEqual([])
    }
  })

  it('are tried where they mostly do something', () => {
    for (const { unseen } of tasks) {
      expect(unseen).toHaveLength(PRIORS.states.unseen)
      expect(unseen.filter(({ gold }) => gold.changes !== NO_CHANGES).length).toBeGreaterThanOrEqual(PRIORS.states.mustChange)
    }
  })

  it('show both sides of every rule in two demonstrations, with other arguments', () => {
    for (const { gold, showings } of tasks) {
      const [one, two] = showings
      if (!one || !two) throw new Error('There are three demonstrations.')
      const sides = new Set([...sidesShown(one), ...sidesShown(two)])
      for (const side of sides) expect(sides.size, `${gold.id} ${side}`).toBe(2)
      if (gold.contradiction) continue
      for (const { name } of gold.params) expect(one.given.args[name], `${gold.id} ${name}`).not.toEqual(two.given.args[name])
    }
  })

  it('repeat by their seed', () => {
    const [first] = tasks
    const again = drawTask(first?.gold.id ?? '', 'single', 'train', 'unit')
    expect(canonical([again.gold, again.shown.map(({ recording }) => recording)])).toBe(
      canonical([first?.gold, first?.shown.map(({ recording }) => recording)]),
    )
    expect(drawTask(first?.gold.id ?? '', 'single', 'train', 'other').gold).not.toEqual(first?.gold)
  })
})

describe('chance', () => {
  it('gives the same by seed and name, and draws by weight', () => {
    const draws = (random: Random): readonly number[] => [random.next(), random.next()]
    expect(draws(new Random('a').fork(1))).toEqual(draws(new Random('a').fork(1)))
    expect(draws(new Random('a').fork(1))).not.toEqual(draws(new Random('a').fork(2)))
    const random = new Random('weights')
    const often = Array.from({ length: 2000 }, () => random.weighted({ often: 0.8, rare: 0.2 })).filter((one) => one === 'often').length
    expect(often).toBeGreaterThan(1500)
    expect(often).toBeLessThan(1700)
  })
})
