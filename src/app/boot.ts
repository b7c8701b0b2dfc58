import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { validatorFor } from 'virtual:validators'
import { createBus } from '../bus/bus.ts'
import { CatalogueIndex } from '../bus/command.ts'
import { createHistory } from '../bus/history.ts'
import { createCommitLog } from '../storage/commitLog.ts'
import { tabSignal } from '../storage/tabSignal.ts'
import { SERVICES, type Services } from '../stores/services.ts'
import { createRecorder } from '../teach/recording/recorder.ts'
import { createApprovals } from '../webmcp/approvals/approvals.ts'
import { connectHost } from '../webmcp/connect.ts'
import { hostEnvironment } from '../webmcp/detect.ts'
import { createFixedTools } from '../webmcp/fixedTools/fixedTools.ts'
import { createLibrary } from '../webmcp/library/library.ts'
import { createNativeProvider } from '../webmcp/native.ts'
import { createRegistry } from '../webmcp/registry/registry.ts'
import { createRuns } from '../webmcp/runs/runs.ts'
import App from './App.vue'
import { catalogue } from './catalogue.ts'
import { catchStrays, reportFault as report } from './errorSink.ts'
import { newId, tabIdOf } from './ids.ts'
import { keepLive } from './keepLive.ts'
import { preferencesOf } from './preferences.ts'
import { rememberCommits } from './rememberCommits.ts'
import { savingOf } from './saving.ts'
import { deskLock, openDesk } from './store.ts'

/** Starts the page, in the order things depend on each other: host, fixed tools, storage, bus, what works on it, views, tools. */
export async function boot(page: Window & typeof globalThis): Promise<void> {
  catchStrays(page)
  const index = new CatalogueIndex(catalogue)
  const fixed = createFixedTools({ report })
  const modelContext = (): unknown => Reflect.get(page.document, 'modelContext')
  const native = () => createNativeProvider({ modelContext, window: page })
  const [provider, storage] = await Promise.all([
    connectHost(hostEnvironment(page, false), { native }, (host) => fixed.register(host)),
    openDesk(index),
  ])

  const tabId = tabIdOf(() => page.sessionStorage)
  const { port, state } = storage
  const bus = createBus({ catalogue, validatorFor, clock: Date.now, newId, records: state.records })
  const history = createHistory(bus)
  const signal = tabSignal()
  const log = createCommitLog({
    bus,
    port,
    lock: deskLock,
    start: state,
    tabId,
    ...(signal ? { signal } : {}),
    onRolledBack: (commit, reason) => {
      history.rolledBack(commit)
      saving.tell(`${reason} Your change was taken back.`)
    },
    onProblem: (message) => bus.note({ type: 'storage-error', detail: { message } }, { actor: 'system', source: 'storage' }),
  })
  const saving = savingOf(log, storage)
  const me = (): string | null => preferencesOf(bus.session.records).me || null
  const live = keepLive(port, tabId, report)
  const recorder = createRecorder({ bus, clock: Date.now, newId, me: () => me() ?? undefined, onLive: live.save })
  const library = createLibrary({ bus, validatorFor, newId, report })
  const settled = (commitId: string) => log.settled(commitId)
  const runs = createRuns({ bus, library, validatorFor, settled, newId, clock: Date.now, me, report })
  const approvals = createApprovals({ bus, library, validatorFor, newId, clock: Date.now, me, settled })
  const registry = createRegistry({ bus, library, provider, runs, report })
  fixed.ready({ library, approvals, registry })

  const commits = rememberCommits(bus)
  const services: Services = { bus, history, recorder, library, approvals, runs, registry, provider, saving, commits, live }
  const { body } = page.document
  body.dataset['webmcp'] = provider.mode
  if (provider.reason) body.dataset['webmcpReason'] = provider.reason

  const app = createApp(App)
  app.config.errorHandler = (error) => report('view', error)
  app.use(createPinia()).provide(SERVICES, services).mount('#app')

  await registry.restore()
  const earlier = await commits.load(port)
  history.restore(earlier.filter((entry) => entry.tab === tabId).map((entry) => entry.commit))
}
