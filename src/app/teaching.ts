import type { Bus } from '../bus/bus.ts'
import type { ValidatorFor } from '../bus/validate.ts'
import { checkChain } from '../storage/checkChain.ts'
import type { CommitLog } from '../storage/commitLogApi.ts'
import type { Leaving } from '../storage/leaveBehind.ts'
import type { StoragePort } from '../storage/port.ts'
import { useListStore } from '../stores/list.ts'
import type { Taught } from '../stores/services.ts'
import { createRecorder } from '../teach/recording/recorder.ts'
import ApprovalHost from '../views/teach/ApprovalHost.vue'
import HeaderTools from '../views/teach/HeaderTools.vue'
import TeachLayer from '../views/teach/TeachLayer.vue'
import TeachToggle from '../views/teach/TeachToggle.vue'
import ToolButton from '../views/teach/ToolButton.vue'
import { createApprovals } from '../webmcp/approvals/approvals.ts'
import { otherPages } from '../webmcp/approvals/otherPages.ts'
import type { FixedTools } from '../webmcp/fixedTools/fixedTools.ts'
import { fixedAnswers } from '../webmcp/fixedTools/answers.ts'
import { createLibrary } from '../webmcp/library/library.ts'
import { createRepairs } from '../webmcp/library/repair.ts'
import type { Provider } from '../webmcp/provider.ts'
import { createRegistry } from '../webmcp/registry/registry.ts'
import { createRuns } from '../webmcp/runs/runs.ts'
import { reportFault as report } from './errorSink.ts'
import { newId } from './ids.ts'
import { keepPlace } from './keepPlace.ts'
import { outlive } from './outlive.ts'
import { preferencesOf } from './preferences.ts'

export interface TeachingOptions {
  readonly bus: Bus
  readonly validatorFor: ValidatorFor
  readonly log: CommitLog
  /** Where this page leaves behind what is not stored when it goes. */
  readonly leaving: Leaving
  readonly provider: Provider
  readonly fixed: FixedTools
  readonly port: StoragePort
  /** A change the person made is gone: why, in a sentence. */
  readonly onLost: (reason: string) => void
}

/** What teaching puts into the places the console keeps for it. */
export const teachingViews = { ApprovalHost, HeaderTools, TeachLayer, TeachToggle, ToolButton }
export type TeachingViews = typeof teachingViews

/** Here, so that a tab has it that slept for long, whatever its server has by then. */
export { leap, putBack } from '../storage/recover.ts'

/** What earlier pages left behind; then recording, library, approvals, runs and registrations over the bus: from here on agents are answered. */
export async function startTeaching({ bus, validatorFor, log, leaving, provider, fixed, port, onLost }: TeachingOptions): Promise<Taught> {
  keepPlace({ page: window, bus, storeId: leaving.storeId, list: useListStore() })
  const clock = Date.now
  const me = (): string | null => preferencesOf(bus.session.records).me || null
  const locks = 'locks' in navigator ? navigator.locks : undefined
  const settled = (commitId: string) => log.settled(commitId)
  const live = await outlive({ page: window, bus, log, port, leaving, locks, onLost, report })
  const recorder = createRecorder({ bus, clock, newId, me: () => me() ?? undefined, onLive: live.save })
  const library = createLibrary({ bus, validatorFor, newId, report })
  const repairs = createRepairs({ bus, library, validatorFor, newId })
  const runs = createRuns({ bus, library, validatorFor, settled, newId, clock, me, report })
  const approvals = createApprovals({ bus, library, validatorFor, newId, clock, me, settled, pages: (own) => otherPages(own, locks) })
  const registry = createRegistry({ bus, library, provider, runs, report })
  fixed.ready(fixedAnswers({ library, approvals, registry }, { report }))
  return { recorder, library, repairs, approvals, runs, registry, live, log: { check: () => checkChain(port) } }
}
