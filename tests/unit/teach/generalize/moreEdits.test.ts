import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { diffProcedures } from '../../../../src/teach/diffProcedures.ts'
import type { Edit } from '../../../../src/teach/generalize/types.ts'
import { describeProcedure } from '../../../../src/teach/procedure/words.ts'
import type { Demonstration } from '../../../support/sessions.ts'
import { argOf, commandsOf, did, kindsOf, learn, learnFrom, paramsOf, runOn, seededDesk, shown, shownAll, type Learned } from './learning.ts'

const { index } = seededDesk().bus
const lines = ({ procedure }: Learned): readonly string[] => describeProcedure(procedure, index).map(({ words }) => plain(words))

const filtered = shown((at) => {
  at.filter({ status: ['open'], priority: ['urgent'] })
  at.open(0)
  at.setPriority('high')
  at.addTags('seen')
})

const work = (id: string) => (at: Demonstration): void => {
  at.goTo(id)
  at.setPriority('low')
  at.addTags('seen')
}
const twice = shownAll(work('T-1025'), work('T-1030'))

describe('edits of a whole procedure', () => {
  it('another rule that explains the choice is taken; one that does not is refused and said', () => {
    const rivals = learn(filtered).reasons.find(({ step, leaf }) => step === 's3' && leaf === 'ticketId')?.rivals ?? []
    const nth = rivals.flatMap(({ expr }) => (expr.op === 'pick' && expr.choose.by === 'first' ? [expr.choose] : []))[0]
    const opener = filtered.steps.find(({ command }) => command === 'select_ticket')?.stepId ?? ''
    const first: Edit = { edit: 'pick', step: opener, leaf: 'ticketId', choose: nth ?? { by: 'first' } }
    const learned = learn(filtered, [first])
    expect(argOf(learned, 'select_ticket', 'ticketId')).toMatchObject({ op: 'pick', choose: { by: 'first' } })
    expect(learned.failed).toEqual([])
    const wrong = learn(filtered, [{ edit: 'pick', step: opener, leaf: 'ticketId', choose: { by: 'last' } }])
    expect(paramsOf(wrong)).toEqual({ target_ticket: true })
    expect(kindsOf(wrong)).toContain('edit')
  })

  it('a step that nothing depends on is dropped, and its change no longer expected', () => {
    const step = filtered.steps.find(({ command }) => command === 'add_ticket_tags')?.stepId ?? ''
    const learned = learn(filtered, [{ edit: 'drop', step }])
    expect(commandsOf(learned)).toEqual(['filter_tickets', 'select_ticket', 'set_ticket_priority'])
    expect(learned.failed).toEqual([])
  })

  it('a list that others take from stays, and that is said', () => {
    const step = filtered.steps.find(({ command }) => command === 'filter_tickets')?.stepId ?? ''
    const learned = learn(filtered, [{ edit: 'drop', step }])
    expect(commandsOf(learned)).toContain('filter_tickets')
    expect(kindsOf(learned)).toContain('edit')
  })

  it('a parameter gets another name, unless it cannot have it', () => {
    const [param] = learnFrom(twice).procedure.params
    const key = param?.key ?? ''
    expect(paramsOf(learnFrom(twice, {}, [{ edit: 'rename', key, name: 'which' }]))).toEqual({ which: true })
    const refused = learnFrom(twice, {}, [{ edit: 'rename', key, name: 'Which One' }])
    expect(paramsOf(refused)).toEqual({ target_ticket: true })
    expect(kindsOf(refused)).toContain('edit')
  })

  it('conditions that held each time are offered; a ticked one stops the run', () => {
    const open = learnFrom(twice)
    expect(open.guards.length).toBeGreaterThan(0)
    expect(open.guards.every(({ adopted }) => !adopted)).toBe(true)
    // What every ticket has is no condition.
    expect(open.guards.filter(({ literal }) => literal.op === 'not-empty' && ['status', 'priority'].includes(literal.field))).toEqual([])
    const [guard] = open.guards
    if (!guard) return
    const ticked = learnFrom(twice, {}, [{ edit: 'guard', step: guard.step, literal: guard.literal, on: true }])
    expect(ticked.failed).toEqual([])
    expect(lines(ticked).some((line) => /go on only if/iu.test(line))).toBe(true)
    const others = seededDesk().bus.session.records.list('ticket').map((one) => String(one['ticketId']))
    const stopped = others.filter((id) => did(runOn(seededDesk(), ticked.procedure, { target_ticket: id })) === 'GUARD_UNMET')
    expect(stopped.length).toBeGreaterThan(0)
    expect(diffProcedures(ticked.procedure, open.procedure, index).map(({ kind }) => kind)).toEqual(['lost-guard'])
  })

  it('the bound of a loop is the person\'s to set, within what any loop may do', () => {
    const trace = shown((at) => {
      at.filter({ status: ['on_hold'], sort: 'oldest' })
      const rows = at.ids.length
      for (let row = 0; row < rows; row += 1) at.onRow(row).setStatus('open')
    })
    const loop = learn(trace).procedure.body.find(({ node }) => node === 'each')
    const maxOf = (max: number) => learn(trace, [{ edit: 'max', step: loop?.as ?? '', max }])
    expect(maxOf(3).procedure.body.find(({ node }) => node === 'each')).toMatchObject({ max: 3 })
    expect(kindsOf(maxOf(0))).toContain('edit')
  })

  it('edits survive another demonstration', () => {
    const [first] = twice
    if (!first) return
    const step = first.steps.find(({ command }) => command === 'set_ticket_priority')?.stepId ?? ''
    const edit: Edit = { edit: 'parameter', step, leaf: 'priority' }
    expect(paramsOf(learn(first, [edit]))).toEqual({ target_ticket: true, new_priority: true })
    expect(paramsOf(learnFrom(twice, {}, [edit]))).toEqual({ target_ticket: true, new_priority: true })
    expect(learnFrom(twice, {}, [edit]).procedure.params.map(({ key }) => key)).toEqual(learn(first, [edit]).procedure.params.map(({ key }) => key))
  })
})

describe('what a change lets a procedure do more', () => {
  const before = learn(filtered).procedure
  it('a list lost, a command new, a value now the caller\'s', () => {
    const without = learn(shown((at) => {
      at.goTo('T-1025')
      at.setPriority('low')
      at.setStatus('solved')
    }), [{ edit: 'parameter', step: 's2', leaf: 'priority' }]).procedure
    const kinds = diffProcedures(before, without, index).map(({ kind }) => kind)
    expect(kinds).toContain('new-command')
    expect(kinds).toContain('wider-parameter')
    expect(diffProcedures(before, before, index)).toEqual([])
  })

  it('a value the caller said before under the same name is nothing new, whichever step it comes from now', () => {
    const task = (at: Demonstration): void => {
      at.setPriority('low')
      at.addTags('seen')
    }
    const opened = learn(shown((at) => {
      at.open(3)
      task(at)
    })).procedure
    const without = learn(shown(task, (at) => at.open(3))).procedure
    expect([opened, without].map(({ params }) => params.map(({ name }) => name))).toEqual([['target_ticket'], ['target_ticket']])
    expect(opened.params[0]?.key).not.toBe(without.params[0]?.key)
    expect(diffProcedures(opened, without, index).map(({ kind }) => kind)).not.toContain('wider-parameter')
  })

  it('looking becomes changing', () => {
    const looks = learn(shown((at) => at.filter({ status: ['open'] }))).procedure
    expect(diffProcedures(looks, before, index).map(({ kind }) => kind)).toContain('now-writes')
  })
})
