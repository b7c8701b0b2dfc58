import { validatorFor } from 'virtual:validators'
import { newId } from '../../src/app/ids.ts'
import type { Bus } from '../../src/bus/bus.ts'
import type { JsonObject } from '../../src/bus/json.ts'
import type { Result } from '../../src/bus/results.ts'
import { EMPTY_VIEW, type View } from '../../src/bus/state.ts'
import { Records } from '../../src/bus/table.ts'
import { createCommitLog } from '../../src/storage/commitLog.ts'
import { loadState, writeInitial } from '../../src/storage/loadState.ts'
import { pageLock } from '../../src/storage/lock.ts'
import { memoryPort } from '../../src/storage/memoryPort.ts'
import { createApprovals } from '../../src/webmcp/approvals/approvals.ts'
import { createLibrary } from '../../src/webmcp/library/library.ts'
import { createRuns } from '../../src/webmcp/runs/runs.ts'
import { demonstrate, recorderFor, taught } from '../support/sessions.ts'
import { ASSIGNEES, TEMPLATES, tickets } from '../support/tickets.ts'
import { benchBus } from './benchDesk.ts'
import { figure, inTurn, type Figure } from './measure.ts'

const TIMES = 20
const AGENT = { actor: 'agent', source: 'bench' } as const

/** What the caller says, in turn, so that each of the four writes changes something. */
const VALUES = [
  { priority: 'urgent', status: 'new', assigneeId: 'a-2', templateId: 'refund' },
  { priority: 'low', status: 'open', assigneeId: 'a-3', templateId: 'wait' },
] as const
type Values = (typeof VALUES)[number]
const valuesOf = (turn: number): Values => VALUES[turn % 2 === 0 ? 0 : 1]

/** A run of a taught tool (take the ticket, four writes), stored in memory, against its five commands' plans and patches alone. */
export async function measureRun(): Promise<Figure> {
  const bus = benchBus(40)
  const { run } = await teachFiveSteps(bus)
  const bare = handlersOf(bus)
  let turn = 0
  const ours = async (): Promise<number> => {
    const start = performance.now()
    for (let time = 0; time < TIMES; time += 1) await run(valuesOf(turn++))
    return (performance.now() - start) / TIMES
  }
  let bareTurn = 0
  const other = (): number => {
    const start = performance.now()
    for (let time = 0; time < TIMES; time += 1) bare(valuesOf(bareTurn++))
    return (performance.now() - start) / TIMES
  }
  const [runs = [], plans = []] = await inTurn([ours, other], { rounds: 100, warmUp: 50 })
  return figure('taught run of five steps, in memory', 'µs', runs, { name: 'the five plans, applied', values: plans })
}

/** Teaches, leaves every value to the caller, and has it approved, as the page does it. */
async function teachFiveSteps(bus: Bus): Promise<{ run(values: Values): Promise<void> }> {
  const port = memoryPort()
  const { entities } = bus.index
  const fresh = await loadState(port, entities)
  const start = await writeInitial(port, entities, { ticket: tickets(40), assignee: ASSIGNEES, template: TEMPLATES }, fresh.meta.storeId)
  const log = createCommitLog({ bus, port, lock: pageLock(), start, tabId: 'bench', recovery: () => import('../../src/storage/recover.ts') })
  const settled = (commitId: string) => log.settled(commitId)
  const shared = { bus, validatorFor, newId, clock: Date.now, me: () => null, settled }
  const library = createLibrary({ bus, validatorFor, newId })
  const approvals = createApprovals({ ...shared, library })
  const runs = createRuns({ ...shared, library, pause: () => Promise.resolve() })
  const at = demonstrate(bus)
  at.boot()
  const { recording } = taught({ bus, recorder: recorderFor(bus, { newId }), at }, () => {
    at.open(1)
    at.setPriority('high')
    at.setStatus('pending')
    at.assign('a-1')
    at.applyTemplate('login')
  })
  const { draft } = must(library.saveRecording(recording))
  for (let open = constantOf(); open; open = constantOf()) {
    const edits = [...(library.draft(draft.draftId)?.edits ?? []), { edit: 'parameter', step: open.step, leaf: open.leaf } as const]
    must(library.editDraft(draft.draftId, { name: 'five_steps', description: 'Five steps.', edits }))
  }
  const request = must(approvals.open(draft.draftId, 'operator'))
  const { procedure } = must(approvals.approve(request.requestId, { isTrusted: true, via: 'pointer', after: 1_000 }))
  if (procedure.body.length !== 5) throw new Error(`It has ${procedure.body.length} steps, not five.`)
  const named = (values: Values): JsonObject =>
    Object.fromEntries(procedure.params.map(({ name, leaves }) => [name, argumentFor(leaves, values)]))

  return {
    async run(values) {
      const result = await runs.run('five_steps', named(values), AGENT)
      if (result['ok'] !== true || (result['changed'] as readonly unknown[]).length !== 4) throw new Error(JSON.stringify(result))
    },
  }

  function constantOf(): { readonly step: string; readonly leaf: string } | undefined {
    const { reasons } = must(library.draftView(draft.draftId)).generalized
    return reasons.find((reason) => reason.chosen.op === 'const')
  }
}

function argumentFor(leaves: readonly string[], values: Values): string {
  const leaf = (Object.keys(values) as (keyof Values)[]).find((one) => leaves.some((address) => address.endsWith(`.${one}`)))
  return leaf ? values[leaf] : 'T-1006'
}

/** What the commands do, without bus, checks, journal, fork, storage and result. */
function handlersOf(bus: Bus): (values: Values) => void {
  let records = Records.of(bus.index.entities, { ticket: tickets(40), assignee: ASSIGNEES, template: TEMPLATES })
  let view: View = EMPTY_VIEW
  const ticketId = 'T-1006'
  const step = (id: string, input: JsonObject): void => {
    const plan = bus.index.command(id)?.plan(records, view, input, { now: new Date().toISOString() })
    if (!plan || 'refused' in plan) throw new Error(`${id} is refused.`)
    records = records.apply(plan.patches ?? [])
    view = { ...view, ...plan.viewPatch }
  }
  return ({ priority, status, assigneeId, templateId }) => {
    step('select_ticket', { ticketId })
    step('set_ticket_priority', { ticketId, priority })
    step('set_ticket_status', { ticketId, status })
    step('set_ticket_assignee', { ticketId, assigneeId })
    step('apply_template', { ticketId, templateId })
  }
}

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`)
  return result.value
}
