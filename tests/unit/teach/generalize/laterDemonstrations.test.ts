import { describe, expect, it } from 'vitest'
import type { Edit } from '../../../../src/teach/generalize/types.ts'
import { callsOf } from '../../../../src/teach/procedure/walk.ts'
import type { Demonstration } from '../../../support/sessions.ts'
import { commandsOf, kindsOf, learn, learnFrom, shownAll, type Learned } from './learning.ts'

/** The second has a step more, before the one the first goes on with. */
const traces = shownAll(
  (at: Demonstration) => {
    at.goTo('T-1025')
    at.setPriority('low')
    at.setStatus('pending')
  },
  (at: Demonstration) => {
    at.goTo('T-1021')
    at.addTags('seen')
    at.setPriority('low')
    at.setStatus('on_hold')
  },
)
const [first] = traces

const nameOf = (learned: Learned, command: string): string | undefined => callsOf(learned.procedure).find((call) => call.command === command)?.as

describe('a demonstration more, with a step that the first has not', () => {
  it('leaves the steps of the first their names', () => {
    if (!first) return
    const [before, after] = [learn(first), learnFrom(traces)]
    for (const command of commandsOf(before)) expect(nameOf(after, command), command).toBe(nameOf(before, command))
    const names = callsOf(after.procedure).map(({ as }) => as)
    expect(new Set(names).size).toBe(names.length)
  })

  it('what was dropped by hand stays out, and the new step is not dropped in its stead', () => {
    if (!first) return
    const drop: Edit = { edit: 'drop', step: nameOf(learn(first), 'set_ticket_priority') ?? '' }
    expect(commandsOf(learn(first, [drop]))).toEqual(['select_ticket', 'set_ticket_status'])
    const learned = learnFrom(traces, {}, [drop])
    expect(commandsOf(learned)).toEqual(['select_ticket', 'add_ticket_tags', 'set_ticket_status'])
    // Nothing tells when tags are added: that must not go unsaid.
    expect(kindsOf(learned)).toContain('judgement')
  })

  it('a parameter keeps its key, so that what it was called stays with it', () => {
    const oldest = (at: Demonstration, assignee: string): void => {
      at.filter({ status: ['pending'], sort: 'oldest' })
      at.open(0)
      at.assign(assignee)
    }
    const twice = shownAll(
      (at) => oldest(at, 'lena'),
      (at) => {
        at.goTo('T-1018')
        at.assign('noor')
        oldest(at, 'rafael')
      },
    )
    const [one] = twice
    if (!one) return
    const key = (learned: Learned, from: string) => {
      const call = callsOf(learned.procedure).find((each) => each.command === 'set_ticket_assignee' && each.from.includes(from))
      const expr = call?.args['assigneeId']
      return expr?.op === 'param' ? expr.key : null
    }
    const shown = `${one.recordingId}/${one.steps.find(({ command }) => command === 'set_ticket_assignee')?.stepId ?? ''}`
    expect(key(learn(one), shown)).not.toBeNull()
    expect(key(learnFrom(twice), shown)).toBe(key(learn(one), shown))
  })
})
