import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { verifyFindings } from '../../../../src/teach/generalize/findings.ts'
import { verify } from '../../../../src/teach/generalize/checks/verify.ts'
import type { Call, Expr, Procedure } from '../../../../src/teach/procedure/types.ts'
import type { Trace } from '../../../../src/teach/recording/types.ts'
import { learn, seededDesk, shown, validatorFor } from './learning.ts'
import { lent, loansIndex, loansValidators, OPEN, taken } from './loans.ts'

const { index } = seededDesk().bus

/** The procedure with one leaf of one command bound to something else. */
function rebound(procedure: Procedure, command: string, leaf: string, expr: Expr): Procedure {
  const body = procedure.body.map((node) =>
    node.node === 'call' && node.command === command ? { ...node, args: { ...node.args, [leaf]: expr } } : node,
  )
  return { ...procedure, body }
}

const failing = (procedure: Procedure, trace: Trace): readonly string[] =>
  verify(procedure, [trace], index, validatorFor)
    .filter(({ ok }) => !ok)
    .map(({ kind, step }) => `${kind} ${step ?? ''}`)

const oldest = (): Trace =>
  shown((at) => {
    at.filter({ status: ['open'], sort: 'oldest' })
    at.open(0)
    at.setPriority('urgent')
    at.setTags('idea', 'vip')
  })

describe('verify', () => {
  it('tries seven things and says what each promises', () => {
    const trace = oldest()
    const checks = verify(learn(trace).procedure, [trace], index, validatorFor)
    expect(checks.map(({ kind }) => kind)).toEqual(['own', 'renamed', 'shuffled', 'empty', 'again', 'missing', 'stopped'])
    expect(checks.every(({ ok }) => ok)).toBe(true)
  })

  it('says of each what happened; what there was nothing to try it on was not tried', () => {
    const said = (trace: Trace) =>
      Object.fromEntries(verify(learn(trace).procedure, [trace], index, validatorFor).map(({ kind, words, moot }) => [kind, moot ? 'moot' : plain(words)]))
    expect(said(oldest())).toMatchObject({ own: 'the same changes', shuffled: 'the same changes', empty: 'it does nothing and says so', missing: 'moot' })
    const one = shown((at) => {
      at.openId('T-1025')
      at.setPriority('low')
    })
    expect(said(one)).toMatchObject({ empty: 'moot', missing: 'refused before anything is written', again: 'nothing changes twice' })
  })

  it('own: another value than was shown, or a step left out, is named', () => {
    const trace = oldest()
    const { procedure } = learn(trace)
    expect(failing(rebound(procedure, 'set_ticket_priority', 'priority', { op: 'const', value: 'low' }), trace)).toContain('own s3')
    expect(failing({ ...procedure, body: procedure.body.slice(0, 3) }, trace)).toContain('own ')
  })

  it('own: a write nobody showed is named', () => {
    const trace = oldest()
    const { procedure } = learn(trace)
    const extra: Call = {
      node: 'call',
      as: 'x',
      command: 'set_ticket_status',
      args: { ticketId: { op: 'arg', step: 's2', path: 'ticketId' }, status: { op: 'const', value: 'solved' } },
      from: [],
    }
    expect(failing({ ...procedure, body: [...procedure.body, extra] }, trace)).toContain('own x')
    // Whatever else is done to the record afterwards.
    const early = { ...procedure, body: [...procedure.body.slice(0, 2), extra, ...procedure.body.slice(2)] }
    expect(failing(early, trace)).toContain('own x')
    const said = verifyFindings(verify(early, [trace], index, validatorFor)).map(({ words }) => plain(words))
    expect(said).toEqual(['Step 3 changed the status differently'])
  })

  it('own: a whole list of tags in the order shown is the same set in any order', () => {
    const trace = oldest()
    const { procedure } = learn(trace)
    expect(failing(rebound(procedure, 'set_ticket_tags', 'tags', { op: 'const', value: ['vip', 'idea'] }), trace)).toEqual([])
  })

  it('renamed: a record that is always the same does not follow its new id', () => {
    const trace = oldest()
    const { procedure } = learn(trace)
    expect(failing(rebound(procedure, 'select_ticket', 'ticketId', { op: 'const', value: 'T-1011' }), trace)).toContain('renamed s2')
  })

  it('renamed: an assignee that is copied follows, one that is a constant stays what it is', () => {
    const trace = shown((at) => {
      at.openId('T-1028')
      at.openId('T-1034')
      at.assign('tomasz')
    })
    const { procedure } = learn(trace)
    expect(failing(procedure, trace)).toEqual([])
    expect(failing(rebound(procedure, 'set_ticket_assignee', 'assigneeId', { op: 'const', value: 'tomasz' }), trace)).toEqual([])
    expect(
      failing(rebound(procedure, 'set_ticket_assignee', 'assigneeId', { op: 'out', step: 's2', path: 'assigneeId' }), trace),
    ).toContain('own s3')
  })

  it('shuffled: a place in a list that nothing orders moves', () => {
    const trace = lent((act) => {
      act('find_books', { words: 'Sea' }, { words: { how: 'typed' } })
      act('open_book', { no: 'B3' }, taken(1))
      act('put', { no: 'B3', shelf: 'B' }, OPEN)
    })
    const nth: Procedure = {
      version: 1,
      params: [],
      body: [
        { node: 'call', as: 's1', command: 'find_books', args: { words: { op: 'const', value: 'Sea' } }, from: ['r1/s1'] },
        {
          node: 'call',
          as: 's2',
          command: 'open_book',
          args: { no: { op: 'pick', list: 's1', choose: { by: 'nth', k: 1 } } },
          from: ['r1/s2'],
        },
        {
          node: 'call',
          as: 's3',
          command: 'put',
          args: { no: { op: 'arg', step: 's2', path: 'no' }, shelf: { op: 'const', value: 'B' } },
          from: ['r1/s3'],
        },
      ],
    }
    const failed = (procedure: Procedure) =>
      verify(procedure, [trace], loansIndex, loansValidators).flatMap(({ ok, kind }) => (ok ? [] : [kind]))
    expect(failed(nth)).toEqual(['shuffled'])
    const last: Procedure = JSON.parse(JSON.stringify(nth).replace('{"by":"nth","k":1}', '{"by":"last"}')) as Procedure
    expect(failed(last)).toEqual([])
  })

  it('missing: an assignee nobody knows, met only after a write that was given by a look', () => {
    const trace = oldest()
    const { procedure } = learn(trace)
    const late: Call = { node: 'call', as: 'x', command: 'filter_tickets', args: { assignee: { op: 'param', key: 'p' } }, from: [] }
    const param = {
      key: 'p',
      name: 'assignee',
      description: '',
      schema: { type: 'string' },
      leaves: ['filter_tickets.assignee'],
      required: false,
      default: 'lena',
    }
    // Nothing is written for good, and no write needs it: allowed.
    expect(failing({ ...procedure, params: [param], body: [...procedure.body, late] }, trace)).toEqual([])
  })

  it('a failed check blocks, and names its step', () => {
    const trace = oldest()
    const wrong = rebound(learn(trace).procedure, 'set_ticket_priority', 'priority', { op: 'const', value: 'low' })
    const findings = verifyFindings(verify(wrong, [trace], index, validatorFor))
    expect(findings.every(({ level, kind }) => level === 'block' && kind === 'verify')).toBe(true)
    expect(findings.map(({ step, words }) => [step, plain(words)])).toContainEqual(['s3', 'Step 3 changed the priority differently'])
    expect(new Set(findings.map(({ findingId }) => findingId)).size).toBe(findings.length)
  })

  it('works where the list was longer than what the recording keeps', () => {
    const trace = oldest()
    const seen = trace.slice['ticket'] ?? {}
    const view = Object.values(trace.views).find(({ step }) => step === 's1')
    const kept = Object.fromEntries(Object.entries(seen).filter(([id]) => (view?.ids.indexOf(id) ?? -1) < 3))
    const cut = { ...trace, slice: { ...trace.slice, ticket: kept } }
    expect(failing(learn(cut).procedure, cut)).toEqual([])
  })
})
