import { describe, expect, it } from 'vitest'
import type { Json } from '../../../simulator/json.ts'
import type { Report } from '../../../simulator/run/report.ts'
import { runScript } from '../../../simulator/run/runScript.ts'
import { readRunState, type RunState } from '../../../simulator/run/runState.ts'
import { reloads, reloadsAt } from '../../../simulator/script/reloads.ts'
import type { Script, Step } from '../../../simulator/script/types.ts'
import { fakeDriver, type Tool } from './fakeDriver.ts'

const script = (...steps: readonly Step[]): Script => ({ title: 'test', steps })
const RELOAD: Step = { human: 'reload' }

/** Plays a script in pages that end with each reload: the run goes on in the next from nothing but text. */
async function overPages(played: Script, tools: Record<string, Tool> = {}, between: (page: ReturnType<typeof fakeDriver>, number: number) => void = () => undefined) {
  const pages: ReturnType<typeof fakeDriver>[] = []
  const texts: string[] = []
  let from: RunState | undefined
  for (;;) {
    const page = fakeDriver(tools)
    pages.push(page)
    between(page, pages.length)
    const left = new Promise<string>((resolve) => {
      page.driver.reload = (state) => {
        resolve(JSON.stringify(state()))
        return new Promise(() => undefined)
      }
    })
    const end: string | Report = await Promise.race([runScript(played, page.driver, from ? { from } : {}), left])
    if (typeof end !== 'string') return { report: end, pages, texts }
    texts.push(end)
    const read = readRunState(JSON.parse(end))
    if (!read) throw new Error(`no state: ${end}`)
    from = read
  }
}

describe('a run that goes on in another page', () => {
  it('gives the report of one that was never left, also from within repetitions, with what it knew', async () => {
    const tools: Record<string, Tool> = { make: (input) => ({ ok: true, made: input }), use: (input) => ({ ok: true, used: input }) }
    const steps: readonly Step[] = [
      { let: { who: 'Ada' } },
      {
        repeat: 2,
        as: 'n',
        steps: [
          { call: 'make', input: { name: '{{who}}_{{n}}' }, as: 'it' },
          { repeat: 2, as: 'm', steps: [{ call: 'use', input: { of: '{{it.made.name}}', m: '{{m}}' } }, RELOAD, { call: 'use', input: { after: '{{it.made.name}}', m: '{{m}}' } }] },
        ],
      },
      { call: 'use', input: { last: '{{it}}' } },
    ]
    const whole = await runScript(script(...steps), fakeDriver(tools).driver)
    const { report, pages, texts } = await overPages(script(...steps), tools)
    const told = ({ ok, left, steps: rows }: Report) => ({ ok, left, rows: rows.map(({ place, pointer, title, failure, input, output, value }) => ({ place, pointer, title, failure, input, output, value })) })
    expect(told(report)).toEqual(told(whole))
    expect(report.ok).toBe(true)
    expect(pages).toHaveLength(5)
    expect(texts.map((text) => (JSON.parse(text) as RunState).cursor)).toEqual([[2, 1, 2, 1, 2], [2, 1, 2, 2, 2], [2, 2, 2, 1, 2], [2, 2, 2, 2, 2]])
    // No page makes a call of an earlier one again.
    expect(pages.flatMap((page) => page.calls.map(({ input }) => input))).toEqual([
      { name: 'Ada_1' }, { of: 'Ada_1', m: 1 }, { after: 'Ada_1', m: 1 }, { of: 'Ada_1', m: 2 }, { after: 'Ada_1', m: 2 },
      { name: 'Ada_2' }, { of: 'Ada_2', m: 1 }, { after: 'Ada_2', m: 1 }, { of: 'Ada_2', m: 2 }, { after: 'Ada_2', m: 2 },
      { last: { ok: true, made: { name: 'Ada_2' } } },
    ])
  })

  it('keeps a count that the script itself changed in that turn', async () => {
    const { report, pages } = await overPages(script({ repeat: 1, as: 'n', steps: [{ let: { n: 7 } }, RELOAD, { call: 'use', input: { n: '{{n}}' } }] }), { use: () => ({ ok: true }) })
    expect(report.ok).toBe(true)
    expect(pages[1]?.calls).toEqual([{ name: 'use', input: { n: 7 } }])
  })

  it('has the answers that came, and none of the calls that were under way', async () => {
    const tools: Record<string, Tool> = { quick: () => ({ ok: true, at: 'once' }), hang: () => new Promise<Json>(() => undefined) }
    const { report } = await overPages(
      script(
        { call: 'quick', as: 'first', background: true },
        { call: 'hang', as: 'second', background: true },
        { list: {} },
        RELOAD,
        { await: 'first', expect: { ok: true, at: 'once' } },
        { await: 'second', expect: { rejected: 'Gone' } },
        { of: '{{second.rejected}}', expect: 'Gone' },
      ),
      tools,
    )
    expect(report.steps.filter((step) => !step.ok)).toEqual([])
  })

  it('holds what was forbidden before: what a later page does counts, what was there does not', async () => {
    const old = { seq: 1, time: 'before', command: 'delete' }
    const forbidding = script({ forbid: { journal: { command: 'delete' }, call: 'helper' } }, RELOAD, { list: {} }, { call: 'helper' })
    const calm = await overPages(forbidding, {}, (page) => page.journal.push(old))
    expect(calm.report.steps.at(-1)).toMatchObject({ place: '4', failure: { message: 'the call of helper is forbidden here' } })
    // A page counts its commands anew: the journal is no longer than it was, and yet one of them is new.
    const broken = await overPages(forbidding, {}, (page, number) => page.journal.push(number === 1 ? old : { ...old, time: 'now' }))
    expect(broken.report.steps.at(-1)).toMatchObject({ place: '2', failure: { message: expect.stringContaining('a forbidden entry in the journal') } })
  })

  it('looks at what came since it began, not since the last reload', async () => {
    const looking = script(RELOAD, { of: 'audit', expect: [{ type: 'approved' }, { type: 'revoked' }] })
    const { report } = await overPages(looking, {}, (page, number) => {
      page.audit.push({ id: 'old', time: '', type: 'imported' })
      if (number > 1) page.audit.push({ id: 'a', time: '', type: 'approved' }, { id: 'b', time: '', type: 'revoked' })
    })
    expect(report.ok).toBe(true)
  })

  it('is for the host it began on, also where the page after finds none', async () => {
    const { report, pages } = await overPages(script(RELOAD, { only: 'native', human: 'teach' }, { only: 'bridge', human: 'stop' }), {}, (page, number) => {
      if (number > 1) Object.assign(page.driver, { mode: 'degraded' })
    })
    expect(report.ok).toBe(true)
    expect(pages[1]?.actions).toEqual([{ only: 'native', human: 'teach' }])
  })

  it('fails in the step that reloads where the page does not work after it, and counts its time from before', async () => {
    const page = fakeDriver()
    const from: RunState = {
      mode: 'native',
      cursor: [1],
      variables: {},
      calls: {},
      known: { journal: [], audit: [] },
      forbidden: [],
      steps: [],
      began: -500,
      stepBegan: -400,
    }
    expect(await runScript(script(RELOAD, { list: {} }), page.driver, { from })).toMatchObject({ ok: true, ms: 501, steps: [{ ms: 401 }, {}] })
    page.driver.ready = () => Promise.reject(new Error('nothing there'))
    expect(await runScript(script(RELOAD, { list: {} }), page.driver, { from })).toMatchObject({ ok: false, left: 1, steps: [{ place: '1', failure: { message: 'nothing there' } }] })
  })
})

describe('the state of a run', () => {
  const state = async (): Promise<RunState> => {
    const page = fakeDriver({ make: () => ({ ok: true }) })
    await runScript(script({ call: 'make', as: 'it' }, { forbid: { tool: 'x' } }, RELOAD), page.driver)
    const [kept] = page.reloads
    if (!kept) throw new Error('The page was not reloaded.')
    return kept
  }

  it('is the same after it was text', async () => {
    const kept = await state()
    expect(readRunState(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
  })

  it.each([
    ['no cursor', { cursor: [] }],
    ['a cursor before the first step', { cursor: [0] }],
    ['no host', { mode: 'off' }],
    ['calls that are no answers', { calls: { it: { valu: 1 } } }],
    ['steps that are no rows', { steps: [{ place: '1' }] }],
    ['rules without what was known', { forbidden: [{ rule: {} }] }],
    ['no time', { began: null }],
  ])('is none with %s', async (_, wrong) => {
    expect(readRunState({ ...(await state()), ...wrong })).toBeNull()
  })
})

describe('a script that reloads', () => {
  it('is told, also from within a repetition, and where', () => {
    expect(reloads(script({ list: {} }, { human: 'stop' }))).toBe(false)
    const nested = script({ list: {} }, { repeat: 2, as: 'n', steps: [{ human: 'stop' }, RELOAD] })
    expect(reloads(nested)).toBe(true)
    expect([[2, 1, 2], [2, 2, 2]].map((cursor) => reloadsAt(nested, cursor))).toEqual([true, true])
    expect([[], [1], [2], [2, 0, 2], [2, 3, 2], [2, 1], [2, 1, 1], [2, 1, 3], [1, 1, 1], [9]].map((cursor) => reloadsAt(nested, cursor))).not.toContain(true)
  })
})
