import type { CatalogueIndex } from '../../../src/bus/command.ts'
import { nodesOf } from '../../../src/teach/procedure/walk.ts'
import { BASELINES, baselineOf, type Baseline } from './baselines.ts'
import { ENDS, evaluate, programOf, type End, type RunResult } from './evaluate.ts'
import { NO_CHANGES } from './execute.ts'
import { isOutside, writesIn, type GoldNode } from './gold.ts'
import { learnTool, type Learnt } from './learnTool.ts'
import { callerOf, callsIn, playedBy } from './match.ts'
import type { Situation } from './situations.ts'
import type { Task } from './suite.ts'

export type Ends = Readonly<Record<End, number>>

/** What became of one procedure after so many demonstrations. */
export interface ToolResult {
  readonly task: Task
  readonly k: number
  readonly learnt: Learnt
  readonly runs: readonly RunResult[]
  readonly ends: Ends
  readonly params: { readonly right: number; readonly surplus: number; readonly missed: number }
  /** The loop, or the rule, of gold is one of the procedure, and the tool may be published. Null where gold has none. */
  readonly loopFound: boolean | null
  readonly branchFound: boolean | null
  /** Of what lies outside the language: a parameter or a block, also as what a question came to, stands where gold judges. */
  readonly owned: boolean | null
  readonly baselines: Readonly<Record<Baseline, Ends>>
}

/** Learns a procedure from its first `k` demonstrations and tries what came of it. */
export function tryTask(task: Task, k: number, index: CatalogueIndex): ToolResult {
  const { gold, played } = task
  const learnt = learnTool(task.shown.slice(0, k).map(({ recording }) => recording), index, task)
  const unseen = gold.contradiction && k > 1 ? task.unseen.map(withNothingRight) : task.unseen
  const showings = task.showings.slice(0, k)
  const caller = learnt.draft && callerOf(gold, learnt.draft.procedure, played)
  const program = learnt.procedure && caller ? programOf(learnt.procedure, caller) : null
  const runs = evaluate(program, unseen, showings)
  const matched = new Set(caller ? [...caller.matched.values()].filter((param) => param !== null) : [])
  const surplus = caller ? [...caller.matched.values()].filter((param) => param === null).length : 0
  return {
    task,
    k,
    learnt,
    runs,
    ends: endsOf(runs),
    params: { right: matched.size, surplus, missed: gold.params.length - matched.size },
    loopFound: loopFound(task, learnt),
    branchFound: branchFound(task, learnt, runs),
    owned: isOutside(gold) ? isOwned(task, learnt, caller?.matched ?? new Map()) : null,
    baselines: Object.fromEntries(
      BASELINES.map((baseline) => [baseline, endsOf(evaluate(baselineOf(baseline, task, k, index), unseen, showings))]),
    ) as Record<Baseline, Ends>,
  }
}

/** After contradictory demonstrations no effect is right. */
const withNothingRight = (situation: Situation): Situation => ({
  ...situation,
  gold: { ...situation.gold, ok: false, changes: NO_CHANGES },
})

const endsOf = (runs: readonly RunResult[]): Ends =>
  Object.fromEntries(ENDS.map((end) => [end, runs.filter((run) => run.end === end).length])) as Record<End, number>

function loopFound({ gold, played }: Task, { procedure }: Learnt): boolean | null {
  const loop = gold.body.find((node) => node.do === 'each')
  if (loop?.do !== 'each') return null
  return isInside('each', loop.body, procedure, played)
}

function branchFound({ gold, played }: Task, { procedure }: Learnt, runs: readonly RunResult[]): boolean | null {
  const rule = gold.body.find((node) => node.do === 'when')
  if (rule?.do !== 'when' || isOutside(gold)) return null
  return isInside('when', [...rule.then, ...rule.otherwise], procedure, played) && runs.every(({ end }) => end !== 'silent')
}

/** Whether some step inside such a node acts out one of these writes. */
function isInside(kind: 'each' | 'when', writes: readonly GoldNode[], procedure: Learnt['procedure'], played: Task['played']): boolean {
  if (!procedure) return false
  const ids = new Set(writesIn(writes).map(({ id }) => id))
  return nodesOf(procedure).some(
    ({ node }) =>
      node.node === kind &&
      callsIn(node.body).some((call) => {
        const part = playedBy(call, played)
        return part?.node.do === 'write' && ids.has(part.node.id)
      }),
  )
}

/** A judgement is left to somebody: the draft is blocked, or the caller says which. A question that ends in a pick is a miss. */
function isOwned({ gold }: Task, learnt: Learnt, matched: ReadonlyMap<string, string | null>): boolean {
  if (!learnt.procedure) return true
  if (gold.kind === 'judgement') return false
  return [...matched].some(([key, param]) => {
    const learned = learnt.procedure?.params.find((one) => one.key === key)
    return param === null && learned?.required === true && learned.leaves.some((leaf) => leaf.endsWith('.ticketId'))
  })
}
