import type { Bus } from '../bus/bus.ts'
import type { CommitMemory, Taught } from '../stores/services.ts'
import type { Provider } from '../webmcp/provider.ts'

/** Whether this build carries the simulator. A constant of the build, so that others keep no byte of it. */
const PRESENT = import.meta.env.DEV || import.meta.env.VITE_SIMULATOR === '1'

type Simulator = import('../../simulator/start.ts').Simulator
type SimulatorPage = import('../../simulator/port.ts').SimulatorPage

/** The simulator, or null in a build without it. Comes before everything, so that it can stand between the page and its ports. */
export async function openSimulator(page: Window & typeof globalThis): Promise<Simulator | null> {
  if (!PRESENT) return null
  const { startSimulator } = await import('../../simulator/start.ts')
  return startSimulator(page)
}

export interface Shown {
  readonly bus: Bus
  readonly commits: CommitMemory
  readonly provider: Provider
  readonly modelContext: () => unknown
  readonly taught: Taught
}

/** Gives the simulator the page to work on. */
export async function showSimulator(simulator: Simulator | null, shown: Shown): Promise<void> {
  if (PRESENT && simulator) await simulator.show(pageOf(shown))
}

function pageOf({ bus, commits, provider, modelContext, taught }: Shown): SimulatorPage {
  const { runs, registry } = taught
  return {
    mode: provider.mode,
    ...(provider.reason ? { reason: provider.reason } : {}),
    modelContext,
    journal: () =>
      bus.journal.map(({ seq, time, command, effect, input, output, actor, source, run }) => ({
        seq,
        time,
        command,
        effect,
        input,
        output,
        actor,
        source,
        ...(run ? { run: { id: run.id, tool: run.tool } } : {}),
      })),
    audit: () =>
      commits.all().flatMap(({ id, time, actor, source, audit }) =>
        audit
          ? [
              {
                id,
                time,
                actor,
                source,
                type: audit.type,
                ...(audit.tool === undefined ? {} : { tool: audit.tool }),
                ...(audit.digest === undefined ? {} : { digest: audit.digest }),
                ...(audit.detail ? { detail: audit.detail } : {}),
              },
            ]
          : [],
      ),
    onChange(listener) {
      const ends = [bus.onDispatch(listener), commits.onChange(listener)]
      return () => ends.forEach((end) => end())
    },
    onRun: (listener) =>
      runs.onChange(() => {
        for (const { tool, passed, outcome } of runs.active()) listener({ tool, steps: passed.length, done: outcome !== null })
      }),
    revoke: (tool) => void registry.revoke(tool),
    writeElsewhere(candidates) {
      const ids = [...candidates, ...bus.session.view.list?.ids ?? []]
      const ticketId = ids.find((id) => bus.session.records.get('ticket', id))
      if (ticketId === undefined) return
      bus.dispatch('add_ticket_tags', { ticketId, tags: ['other-tab'] }, { actor: 'operator', source: 'other-tab' })
    },
  }
}
