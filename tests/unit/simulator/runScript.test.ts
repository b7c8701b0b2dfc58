import { describe, expect, it } from 'vitest'
import { table } from '../../../simulator/headless/table.ts'
import { runScript } from '../../../simulator/run/runScript.ts'
import type { Script, Step } from '../../../simulator/script/types.ts'
import { fakeDriver } from './fakeDriver.ts'

const script = (...steps: readonly Step[]): Script => ({ title: 'test', steps })
const failureOf = async (played: ReturnType<typeof fakeDriver>, ...steps: readonly Step[]) => {
  const report = await runScript(script(...steps), played.driver)
  const failed = report.steps.at(-1)
  return failed?.failure ? { place: failed.place, ...failed.failure } : null
}

describe('a script', () => {
  it('hands results on by name and repeats steps with a count', async () => {
    const played = fakeDriver({ make: (input) => ({ ok: true, made: input }), use: () => ({ ok: true }) })
    const report = await runScript(
      script({ repeat: 2, as: 'n', steps: [{ call: 'make', input: { name: 'tool_{{n}}' }, as: 'it' }, { call: 'use', input: { of: '{{it.made.name}}' } }] }),
      played.driver,
    )
    expect(report).toMatchObject({ ok: true, left: 0 })
    expect(report.steps.map((step) => step.place)).toEqual(['1.1.1', '1.1.2', '1.2.1', '1.2.2'])
    expect(played.calls.filter((call) => call.name === 'use').map((call) => call.input)).toEqual([{ of: 'tool_1' }, { of: 'tool_2' }])
  })

  it('hands an exported file on by name, whole or in part', async () => {
    const played = fakeDriver()
    const report = await runScript(
      script({ human: 'export', as: 'pack' }, { human: 'drop', file: '{{pack}}' }, { human: 'choose', file: { of: '{{pack.format}}' }, name: 'x.json' }),
      played.driver,
    )
    expect(report.ok).toBe(true)
    expect(played.actions.slice(1)).toEqual([
      { human: 'drop', file: { format: 'file' } },
      { human: 'choose', file: { of: 'file' }, name: 'x.json' },
    ])
    expect(report.steps.map((step) => step.title)).toEqual(['person: export', 'person: drop', 'person: choose x.json'])
  })

  it('stops at the first wrong expectation and says where and what', async () => {
    const played = fakeDriver({ set: () => ({ ok: true, changed: [{ to: 'normal' }] }) })
    const text = '{\n  "title": "test",\n  "steps": [\n    { "list": {} },\n    { "call": "set", "expect": { "changed": [{ "to": "high" }] } },\n    { "list": {} }\n  ]\n}'
    const report = await runScript(JSON.parse(text) as Script, played.driver)
    expect(report).toMatchObject({ ok: false, left: 1 })
    const printed = table(report, 'scripts/x.json', text)
    expect(printed).toContain('scripts/x.json:5  step 2: call set')
    expect(printed).toContain('.changed[0].to: expected "high", got "normal"')
    expect(printed).toContain('FAILED')
  })

  it('fails when a call fails that was not expected to', async () => {
    const played = fakeDriver({ no: () => ({ ok: false, error: { code: 'BUSY' } }) })
    expect(await failureOf(played, { call: 'no' })).toMatchObject({ place: '1', message: expect.stringContaining('BUSY') })
    expect(await failureOf(played, { call: 'missing' })).toMatchObject({ message: expect.stringContaining('NotFoundError') })
    expect(await failureOf(played, { call: 'no', expect: { error: { code: 'BUSY' } } })).toBeNull()
    expect(await failureOf(played, { call: 'missing', expect: { rejected: 'NotFoundError' } })).toBeNull()
  })

  it('goes on beside a call in the background, and can give it up', async () => {
    const played = fakeDriver({ hang: () => new Promise(() => undefined) })
    expect(await failureOf(played, { call: 'hang', as: 'it', background: true }, { human: 'teach' }, { abort: 'it' }, { await: 'it', expect: { rejected: 'AbortError' } })).toBeNull()
    expect(played.actions).toMatchObject([{ human: 'teach' }])
    expect(await failureOf(played, { call: 'hang', abortAfter: 30, expect: { rejected: 'AbortError' } })).toBeNull()
  })

  it('begins calls together and tells which of them was wrong', async () => {
    const played = fakeDriver({ one: () => ({ ok: true }), two: () => ({ ok: false }) })
    expect(await failureOf(played, { together: [{ call: 'one' }, { call: 'two', expect: { ok: true } }] })).toEqual({
      place: '1',
      path: 'together[1].ok',
      message: 'expected true, got false',
    })
  })

  it('holds what is forbidden for every later step, and for its own calls', async () => {
    const played = fakeDriver()
    played.journal.push({ seq: 1, time: 'before', command: 'delete' })
    const tools = fakeDriver({ helper: () => ({ ok: true }), other: () => ({ ok: true }) })
    expect(await failureOf(played, { forbid: { journal: { command: 'delete' } } }, { list: {} })).toBeNull()
    played.driver.human = () => {
      played.journal.push({ seq: 2, time: 'now', command: 'delete' })
      return Promise.resolve(null)
    }
    expect(await failureOf(played, { forbid: { journal: { command: 'delete' } } }, { list: {} }, { human: 'stop' })).toMatchObject({
      place: '3',
      message: expect.stringContaining('a forbidden entry in the journal'),
    })
    expect(await failureOf(tools, { forbid: { tool: 'helper' } })).toMatchObject({ place: '1' })
    expect(await failureOf(tools, { forbid: { call: { $matches: '^help' } } }, { call: 'other' }, { call: 'helper' })).toMatchObject({ place: '3' })
    expect(tools.calls.map((call) => call.name)).toEqual(['other'])
  })

  it('looks again until the audit says so, but not for ever', async () => {
    const played = fakeDriver()
    played.audit.push({ id: 'a', time: '', type: 'approved' })
    expect(await failureOf(played, { of: 'audit', expect: { $contains: { type: 'approved' } }, within: 200 })).toMatchObject({ message: expect.stringContaining('got []') })
    const { rest } = played.driver
    played.driver.rest = (ms) => {
      played.audit.push({ id: `b${played.audit.length}`, time: '', type: 'approved' })
      return rest(ms)
    }
    expect(await failureOf(played, { of: 'audit', expect: { $contains: { type: 'approved' } } })).toBeNull()
  })

  it('leaves out steps for another host', async () => {
    const played = fakeDriver()
    expect(await failureOf(played, { only: 'bridge', human: 'reject' }, { only: 'native', human: 'stop' })).toBeNull()
    expect(played.actions).toMatchObject([{ human: 'stop' }])
  })

  it('is stopped before its next step', async () => {
    const played = fakeDriver()
    const controller = new AbortController()
    const report = await runScript(script({ human: 'teach' }, { human: 'stop' }), played.driver, {
      signal: controller.signal,
      onStep: (_, __, done) => done && controller.abort(),
    })
    expect(report.steps.map((step) => step.failure?.message ?? 'ok')).toEqual(['ok', 'stopped'])
    expect(played.actions).toHaveLength(1)
  })
})
