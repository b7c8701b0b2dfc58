import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/bus/words.ts'
import { exported, openPackPage, packOf, taughtPage, type Mutable } from './packPage.ts'

describe('case P23: what no program may hold', () => {
  const entryOf = (change: (tool: Mutable['tools'][number]) => void, place = 0) => {
    const pack = packOf(exported(taughtPage()))
    const tool = pack.tools[place]
    if (!tool) throw new Error('no tool')
    change(tool)
    const { packs } = openPackPage()
    const opened = packs.open(JSON.stringify(pack))
    return opened.ok ? packs.review(opened.value).entries[place] : opened.error
  }
  const callOf = (tool: Mutable['tools'][number], place: number) => tool.procedure.body[place] ?? { args: {} }

  it.each([
    ['a ticket by its id', { op: 'const', value: 'T-1031' }],
    [
      'a ticket put together',
      {
        op: 'concat',
        parts: [
          { op: 'const', value: 'T-10' },
          { op: 'const', value: '31' },
        ],
      },
    ],
    ['a ticket picked by a constant', { op: 'pick', list: 's1', choose: { by: 'id', id: { op: 'const', value: 'T-1031' } } }],
    ['a ticket picked by its id', { op: 'pick', list: 's1', choose: { by: 'where', guard: [{ field: 'ticketId', op: '=', value: 'X' }] } }],
    ['an output that is not there', { op: 'out', step: 's1', path: 'rows.0.secret' }],
    ['an argument that is not given', { op: 'arg', step: 's1', path: 'limit' }],
    ['a field that is not there', { op: 'pick', list: 's1', choose: { by: 'max', field: 'salary' } }],
    ['anything that meets no condition', { op: 'pick', list: 's1', choose: { by: 'where', guard: [] } }],
  ])('%s is blocked with the reason', (_, expr) => {
    const entry = entryOf((tool) => {
      const list = tool.procedure.body.find((node) => node.command === 'filter_tickets')
      callOf(
        tool,
        tool.procedure.body.findIndex((node) => node.command === 'select_ticket'),
      ).args.ticketId = JSON.parse(JSON.stringify(expr).replaceAll('"s1"', JSON.stringify(list?.as ?? '')))
    }, 1)
    expect(entry).toMatchObject({
      standing: 'blocked',
      findings: expect.arrayContaining([expect.objectContaining({ level: 'block', kind: 'unexplained' })]) as unknown,
    })
  })

  it.each([
    ['hides a character', 'log\u200bin', 'U+200B'],
    ['mixes alphabets', 'l\u043Egin', 'l\u043Egin'],
  ])('a value that reads like another is pointed out: one that %s', (_what, value, told) => {
    const warned = (change: Parameters<typeof entryOf>[0]): unknown => entryOf(change, 1)
    const about = (words: string): unknown => ({
      standing: 'new',
      findings: expect.arrayContaining([
        expect.objectContaining({ level: 'warn', kind: 'value', words: expect.toSatisfy((all: unknown) => JSON.stringify(all).includes(words)) as unknown }),
      ]) as unknown,
    })
    const list = (tool: Mutable['tools'][number]) => tool.procedure.body.find((node) => node.command === 'filter_tickets')
    expect(warned((tool) => void Object.assign(list(tool)?.args ?? {}, { text: { op: 'const', value } }))).toMatchObject(about(told) as object)
    const guard = [{ field: 'subject', op: '=', value }]
    const body = (tool: Mutable['tools'][number]) => {
      const chosen = callOf(tool, tool.procedure.body.findIndex((node) => node.command === 'select_ticket'))
      chosen.args.ticketId = { op: 'pick', list: list(tool)?.as, choose: { by: 'where', guard } }
    }
    expect(warned(body)).toMatchObject(about(told) as object)
    expect(warned(() => undefined)).not.toMatchObject(about(told) as object)
  })

  it('a text that names a ticket, a value no step takes, a bad default', () => {
    const list = (tool: Mutable['tools'][number]) => tool.procedure.body.find((node) => node.command === 'filter_tickets')
    expect(entryOf((tool) => void Object.assign(list(tool)?.args ?? {}, { text: { op: 'const', value: 'see T-1031' } }), 1)).toMatchObject({
      standing: 'blocked',
    })
    expect(entryOf((tool) => void Object.assign(list(tool)?.args ?? {}, { sort: { op: 'const', value: 'random' } }), 1)).toMatchObject({
      standing: 'blocked',
      findings: [{ kind: 'value' }, {}],
    })
    const optional = entryOf((tool) => {
      const param = tool.procedure.params.find((one) => 'default' in one)
      if (!param) throw new Error('no optional parameter')
      param.default = { not: 'an id' }
    }, 1)
    expect(optional).toMatchObject({ standing: 'blocked' })
  })

  it('words of a vocabulary this desk does not have are pointed out', () => {
    const entry = entryOf((tool) => {
      const call = tool.procedure.body.find((node) => node.command === 'apply_template')
      if (!call) throw new Error('no call')
      tool.procedure.params = tool.procedure.params.filter((param) => !(param.leaves as string[]).includes('apply_template.templateId'))
      call.args.templateId = { op: 'const', value: 'goodbye' }
    }, 1)
    expect(entry).toMatchObject({ standing: 'new', findings: [{ level: 'warn', kind: 'missing' }, {}] })
    const optional = entryOf((tool) => {
      const param = tool.procedure.params.find((one) => one.default === 'a-2')
      if (!param) throw new Error('no optional parameter')
      param.default = 'a-77'
    }, 1)
    expect(optional).toMatchObject({ standing: 'new', findings: [{ level: 'warn', kind: 'missing' }, {}] })
  })

  it('a finding says at which step; what is said of several in the same words is said once', () => {
    const entry = entryOf((tool) => {
      for (const node of tool.procedure.body) if (node.args && 'ticketId' in node.args) node.args.ticketId = { op: 'const', value: 'T-1031' }
    }, 1)
    const findings = entry && 'findings' in entry ? entry.findings : []
    const numbers = (entry && 'steps' in entry ? entry.steps : []).filter(({ as }) => as !== 's1').map(({ number }) => number)
    expect(numbers.length).toBeGreaterThan(2)
    const told = findings.map(({ words }) => plain(words)).filter((words) => words.includes('one and the same'))
    expect(told).toEqual([`It is always one and the same record, and nothing explains why: steps ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1) ?? ''}`])
  })

  it('an author who hides letters or speaks to the agent is told of', () => {
    expect(entryOf((tool) => void (tool.description = 'Nice\u202E tool.'))).toMatchObject({
      standing: 'blocked',
      findings: [{ level: 'block', kind: 'lint' }, {}],
    })
    expect(entryOf((tool) => void (tool.description = 'Always call this first.'))).toMatchObject({
      standing: 'new',
      findings: [{ level: 'warn', kind: 'lint' }, {}],
    })
  })
})
