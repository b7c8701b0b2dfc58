import type { CatalogueIndex } from '../../../src/bus/command.ts'
import { generalize } from '../../../src/teach/generalize/generalize.ts'
import { verify } from '../../../src/teach/generalize/checks/verify.ts'
import { normalise } from '../../../src/teach/recording/normalise.ts'
import type { Trace } from '../../../src/teach/recording/types.ts'
import { runtimeValidators } from '../../support/desk.ts'
import { demonstrate, deskBus, recorderFor, triageCatalogue } from '../../support/sessions.ts'
import { spreadOf } from '../measure.ts'
import { drawDesk, recordsOf } from './desks.ts'
import type { Timing } from './figures.ts'
import { Random } from './random.ts'

const TRACES = 8
/** Each row is opened and gets two writes. */
const ROWS = 10
const ROUNDS = 7

/** How long a draft and its checks take on eight long demonstrations: one filter, then ten tickets with three steps each. */
export function measureTiming(seed: string, index: CatalogueIndex): Timing {
  const random = new Random(`${seed}/timing`)
  const all = Array.from({ length: TRACES }, (_, turn) => longTrace(random.fork(turn), `long-${turn + 1}`, index))
  const accepted = [all, all.slice(0, 1)].find((traces) => generalize(traces, index, {}, []).ok)
  if (!accepted) throw new Error('Not even one long demonstration can be generalized.')
  const validatorFor = runtimeValidators(triageCatalogue)
  const draft: number[] = []
  const checks: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = processorMs()
    const learned = generalize(accepted, index, {}, [])
    const drafted = processorMs()
    if (learned.ok) verify(learned.value.procedure, accepted, index, validatorFor)
    draft.push(drafted - start)
    checks.push(processorMs() - drafted)
  }
  return {
    draftMs: spreadOf(draft).median,
    verifyMs: spreadOf(checks).median,
    traces: accepted.length,
    steps: Math.round(accepted.reduce((sum, { steps }) => sum + steps.length, 0) / accepted.length),
  }
}

/** Time of the processor, so that what else the machine does is not counted; collecting garbage is. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function longTrace(random: Random, recordingId: string, index: CatalogueIndex): Trace {
  let desk = drawDesk(random)
  // Enough rows of which every write changes something, so that no step goes when detours are taken out.
  while (rowsOf(desk.tickets).length < ROWS) desk = drawDesk(random)
  const records = desk.tickets.map((ticket) => ({ ...ticket, ...(rowsOf([ticket]).length > 0 ? {} : { status: 'closed' }) }))
  const bus = deskBus(recordsOf(records))
  const recorder = recorderFor(bus, { newId: () => recordingId })
  const at = demonstrate(bus)
  at.boot()
  recorder.start()
  at.filter({ sort: 'oldest' })
  for (const id of at.ids.slice(0, ROWS)) {
    at.openId(id)
    at.setPriority('urgent')
    at.addTags('checked')
  }
  const stopped = recorder.stop()
  const trace = stopped.ok ? normalise(stopped.value.recording, index) : stopped
  if (!trace.ok) throw new Error(trace.error.message)
  return trace.value
}

const rowsOf = (tickets: ReturnType<typeof drawDesk>['tickets']) =>
  tickets.filter((ticket) => ticket['priority'] !== 'urgent' && ticket['status'] !== 'solved' && ticket['status'] !== 'closed')
