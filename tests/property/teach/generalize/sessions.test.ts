import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../../../src/bus/command.ts'
import { canonical, type Json } from '../../../../src/bus/json.ts'
import { demonstratedArgs } from '../../../../src/teach/generalize/demonstratedArgs.ts'
import { verifyFindings } from '../../../../src/teach/generalize/findings.ts'
import { generalize } from '../../../../src/teach/generalize/generalize.ts'
import type { Generalized } from '../../../../src/teach/generalize/types.ts'
import { verify } from '../../../../src/teach/generalize/checks/verify.ts'
import { vetProcedure } from '../../../../src/teach/procedure/vet.ts'
import { nodesOf } from '../../../../src/teach/procedure/walk.ts'
import type { Trace } from '../../../../src/teach/recording/types.ts'
import { constantsIn } from '../../../support/constantsIn.ts'
import { runtimeValidators } from '../../../support/desk.ts'
import { openDesk, triageCatalogue, type Demonstration } from '../../../support/sessions.ts'
import { ASSIGNEES, TEMPLATES, tickets } from '../../../support/tickets.ts'

const index = new CatalogueIndex(triageCatalogue)
const validatorFor = runtimeValidators(triageCatalogue)
const COUNT = 12

type Gesture = (at: Demonstration) => void

const id = fc.integer({ min: 1, max: COUNT }).map((n) => `T-${1000 + n}`)
const place = fc.nat(COUNT - 1)
const tag = fc.constantFrom('vip', 'billing', 'x')
const words = fc.oneof(
  fc.constantFrom('refund', 'printer', 'T-1004', 't-1004', 'see T-1002', 'letter 7', 'nobody at all', '100', 'ana'),
  id,
)

const writes = (
  on: (
    at: Demonstration,
  ) => Pick<
    Demonstration,
    'setPriority' | 'setStatus' | 'assign' | 'assignToMe' | 'addTags' | 'removeTags' | 'setTags' | 'applyTemplate' | 'read'
  >,
): fc.Arbitrary<Gesture> =>
  fc.oneof(
    fc.constantFrom('low', 'normal', 'high', 'urgent').map(
      (priority): Gesture =>
        (at) =>
          on(at).setPriority(priority),
    ),
    fc.constantFrom('open', 'pending', 'solved').map(
      (status): Gesture =>
        (at) =>
          on(at).setStatus(status),
    ),
    fc.constantFrom('a-1', 'a-2', 'a-3', null).map(
      (assignee): Gesture =>
        (at) =>
          on(at).assign(assignee),
    ),
    fc.constant<Gesture>((at) => on(at).assignToMe()),
    fc.uniqueArray(tag, { minLength: 1, maxLength: 2 }).map(
      (tags): Gesture =>
        (at) =>
          on(at).addTags(...tags),
    ),
    fc.uniqueArray(tag, { minLength: 1, maxLength: 2 }).map(
      (tags): Gesture =>
        (at) =>
          on(at).removeTags(...tags),
    ),
    fc.uniqueArray(tag, { maxLength: 3 }).map(
      (tags): Gesture =>
        (at) =>
          on(at).setTags(...tags),
    ),
    fc.constantFrom('refund', 'wait', 'login').map(
      (template): Gesture =>
        (at) =>
          on(at).applyTemplate(template),
    ),
    fc.constant<Gesture>((at) => on(at).read()),
  )

const gesture: fc.Arbitrary<Gesture> = fc.oneof(
  { weight: 4, arbitrary: writes((at) => at) },
  { weight: 1, arbitrary: place.chain((row) => writes((at) => at.onRow(row))) },
  {
    weight: 2,
    arbitrary: place.map(
      (row): Gesture =>
        (at) =>
          at.open(row),
    ),
  },
  {
    weight: 1,
    arbitrary: id.map(
      (ticket): Gesture =>
        (at) =>
          at.goTo(ticket),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Gesture>((at) => at.next()) },
  {
    weight: 1,
    arbitrary: words.map(
      (text): Gesture =>
        (at) =>
          at.search(text),
    ),
  },
  {
    weight: 1,
    arbitrary: words.map(
      (text): Gesture =>
        (at) =>
          at.filter({ requester: text }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('newest', 'oldest', 'updated', 'priority', null).map(
      (sort): Gesture =>
        (at) =>
          at.filter({ sort }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a-1', 'none', null).map(
      (assignee): Gesture =>
        (at) =>
          at.filter({ assignee }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.subarray(['new', 'open', 'pending', 'on_hold'], { minLength: 1 }).map(
      (status): Gesture =>
        (at) =>
          at.filter({ status }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(3, 1, null).map(
      (limit): Gesture =>
        (at) =>
          at.filter({ limit }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('vip', 'x', null).map(
      (one): Gesture =>
        (at) =>
          at.filter({ tag: one }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Gesture>(
      (at) => at.undo(),
      (at) => at.redo(),
      (at) => at.close(),
      (at) => at.listTemplates(),
    ),
  },
)

const session = fc.record({
  before: fc.array(gesture, { maxLength: 3 }),
  during: fc.array(gesture, { minLength: 1, maxLength: 12 }),
  struck: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 6 }),
})

/** Tickets of which one has the id another one's tag or text spells. */
const records = (): ReturnType<typeof tickets> =>
  tickets(COUNT).map((one, n) => (n === 8 ? { ...one, body: 'As I said in T-1004, and t-1002.' } : one))

/** What the session comes to; null when nothing is left of it. Gestures that make no sense where they stand do nothing. */
function traceOf({
  before,
  during,
  struck,
}: {
  readonly before: readonly Gesture[]
  readonly during: readonly Gesture[]
  readonly struck: number | null
}): Trace | null {
  const { recorder, at } = openDesk({ tickets: records(), assignees: ASSIGNEES, templates: TEMPLATES })
  const act = (gestures: readonly Gesture[]): void => {
    for (const one of gestures) {
      try {
        one(at)
      } catch {
        // Refused, or nothing is open: the operator goes on.
      }
    }
  }
  act(before)
  recorder.start()
  act(during)
  if (struck !== null) recorder.strike(`s${struck}`)
  const stopped = recorder.stop()
  return stopped.ok ? stopped.value.trace : null
}

function generalized(trace: Trace): Generalized {
  const result = generalize([trace], index, {}, [])
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

const runs = { numRuns: 150 }

describe('any session, nonsense too', () => {
  it('never fixes a record, and never asks for one record twice', () => {
    const ids = new Set(records().map((one) => String(one['ticketId']).toLowerCase()))
    fc.assert(
      fc.property(session, (one) => {
        const trace = traceOf(one)
        if (!trace) return
        const learned = generalized(trace)
        const fixed = constantsIn(learned.procedure, index).filter(
          (text) => ids.has(text.toLowerCase()) || text.split(/\s/).some((word) => ids.has(word.toLowerCase())),
        )
        expect(fixed).toEqual([])
        const given = Object.values(demonstratedArgs(learned.procedure, trace, index)).filter(
          (value: Json) => typeof value === 'string' && ids.has(value.toLowerCase()) && value.startsWith('T-'),
        )
        expect(new Set(given).size).toBe(given.length)
      }),
      runs,
    )
  })

  it('gives a procedure that may run, with a value for every required parameter and a reason for every leaf', () => {
    fc.assert(
      fc.property(session, (one) => {
        const trace = traceOf(one)
        if (!trace) return
        const learned = generalized(trace)
        expect(vetProcedure(learned.procedure, index)).toBeNull()
        const args = demonstratedArgs(learned.procedure, trace, index)
        expect(Object.keys(args)).toEqual(learned.procedure.params.map(({ name }) => name))
        const leaves = nodesOf(learned.procedure).flatMap(({ node }) =>
          node.node === 'call' ? Object.keys(node.args).map((leaf) => `${node.as}/${leaf}`) : [],
        )
        expect(learned.reasons.map(({ step, leaf }) => `${step}/${leaf}`).sort()).toEqual(leaves.sort())
        for (const { name, description } of learned.procedure.params) {
          expect(name).toMatch(/^[a-z][a-z_]{0,29}$/)
          expect(description.length).toBeLessThanOrEqual(150)
        }
      }),
      runs,
    )
  })

  it('is the same byte for byte when done again, whatever order members come in', () => {
    fc.assert(
      fc.property(session, (one) => {
        const trace = traceOf(one)
        if (!trace) return
        const shuffled = JSON.parse(JSON.stringify(trace), (_key, value: unknown) =>
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).reverse())
            : value,
        ) as Trace
        expect(canonical(generalized(shuffled))).toBe(canonical(generalized(trace)))
        expect(JSON.stringify(generalized(trace))).toBe(JSON.stringify(generalized(trace)))
      }),
      { numRuns: 60 },
    )
  })

  it('passes every check on its own records', () => {
    fc.assert(
      fc.property(session, (one) => {
        const trace = traceOf(one)
        if (!trace) return
        const learned = generalized(trace)
        const failed = verify(learned.procedure, [trace], index, validatorFor).filter(({ ok }) => !ok)
        // A write that was struck out may have moved the lists the person went on with: then what is left cannot be done again, and blocks.
        if (one.struck === null) expect(failed).toEqual([])
        else if (failed.length > 0) expect(verifyFindings(failed).map(({ level }) => level)).toContain('block')
      }),
      runs,
    )
  })
})
