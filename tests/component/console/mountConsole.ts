import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { nextTick, shallowRef } from 'vue'
import { catalogue } from '../../../src/app/catalogue.ts'
import type { KeptPlace } from '../../../src/app/keptPlace.ts'
import type { Bus } from '../../../src/bus/bus.ts'
import type { EvidenceMap } from '../../../src/bus/evidence.ts'
import { createHistory, type History } from '../../../src/bus/history.ts'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { Rec } from '../../../src/bus/state.ts'
import { SERVICES, TAUGHT, type Services } from '../../../src/stores/services.ts'
import { Showing } from '../../../src/stores/showing.ts'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'
import { createNoProvider } from '../../../src/webmcp/none.ts'
import ConsoleShell from '../../../src/views/console/ConsoleShell.vue'
import { busOver } from '../../support/desk.ts'

const silent = (): (() => void) => () => undefined

/** What the console needs of the rest of the page, with nothing going on there. */
export function quietServices(bus: Bus, history: History = createHistory(bus)): Services {
  return {
    bus,
    history,
    provider: createNoProvider('absent'),
    saving: { problem: () => null, onChange: silent, retry: () => undefined, onTold: silent },
    commits: { all: () => [], reachesTo: () => true, onChange: silent },
    showing: new Showing(),
  }
}

export interface Desk {
  readonly bus: Bus
  readonly wrapper: VueWrapper
  /** Presses a key where the focus is. */
  press(key: string, more?: KeyboardEventInit): Promise<void>
  /** The last dispatch of a command: what went in, from where, and how each leaf came about. */
  last(command: string): { readonly input: JsonObject; readonly source: string; readonly evidence: EvidenceMap | undefined } | undefined
  readonly current: () => string | null
  end(): void
}

const sample = sampleRecords(Date.UTC(2026, 10, 30, 9))
/** Enough of the sample to choose from; fewer rows make faster tests. */
const some = { ...sample, ticket: sample.ticket.slice(-16) }

/** The console over sample tickets, in the page. @param place where the page before it was, if there was one */
export async function mountConsole(records: Readonly<Record<string, readonly Rec[]>> = some, place?: KeptPlace): Promise<Desk> {
  const bus = busOver(catalogue, { ...records }, place?.view)
  const wrapper = mount(ConsoleShell, {
    attachTo: document.body,
    global: { plugins: [createPinia()], provide: { [SERVICES as symbol]: { ...quietServices(bus), place }, [TAUGHT as symbol]: shallowRef(null) } },
  })
  await nextTick()
  return {
    bus,
    wrapper,
    async press(key, more = {}) {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
      await nextTick()
      await nextTick()
    },
    last(command) {
      const entry = bus.journal.findLast((one) => one.command === command)
      return entry && { input: entry.input, source: entry.source, evidence: entry.evidence }
    },
    current: () => wrapper.find('[role="row"][aria-selected="true"]').attributes('data-ticket-id') ?? null,
    end: () => wrapper.unmount(),
  }
}
