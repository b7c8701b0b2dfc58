import { createPinia } from 'pinia'
import { createApp, shallowRef } from 'vue'
import { validatorFor } from 'virtual:validators'
import { createBus } from '../bus/bus.ts'
import { CatalogueIndex } from '../bus/command.ts'
import { createHistory } from '../bus/history.ts'
import { anyLeftBehind } from '../storage/anyLeftBehind.ts'
import { createCommitLog } from '../storage/commitLog.ts'
import { leaveBehind, type Leaving } from '../storage/leaveBehind.ts'
import { askToPersist } from '../storage/persist.ts'
import { tabSignal } from '../storage/tabSignal.ts'
import { SERVICES, TAUGHT, type Services, type Taught } from '../stores/services.ts'
import { Showing } from '../stores/showing.ts'
import { afterFrame } from '../ui/afterFrame.ts'
import { connectHost } from '../webmcp/connect.ts'
import { hostEnvironment } from '../webmcp/detect.ts'
import { createFixedTools } from '../webmcp/fixedTools/fixedTools.ts'
import { createNativeProvider } from '../webmcp/native.ts'
import { answerGone } from '../webmcp/pause.ts'
import type { Provider } from '../webmcp/provider.ts'
import App from './App.vue'
import { allowsBridge, bridgeChoice } from './bridgeChoice.ts'
import { catalogue } from './catalogue.ts'
import { catchStrays, reportFault as report } from './errorSink.ts'
import { newId } from './ids.ts'
import { keptPlace } from './keptPlace.ts'
import { opening } from './opening.ts'
import { rememberCommits } from './rememberCommits.ts'
import { savingOf } from './saving.ts'
import { openSimulator, showSimulator } from './simulated.ts'
import { deskLock, openDesk } from './store.ts'
import type { TeachingViews } from './teaching.ts'

/** Builds for development and with the simulator load the bridge by themselves; elsewhere the person is asked. */
const ASKS_FOR_BRIDGE = !import.meta.env.DEV && import.meta.env.VITE_SIMULATOR !== '1'

/** On the page itself, where a second copy of this module finds it, too. */
const STARTED = Symbol.for('understudy.started')

/** Starts the page, once: who asks again waits for the same start. */
export function boot(page: Window & typeof globalThis): Promise<void> {
  const started = (Reflect.get(page, STARTED) as Promise<void> | undefined) ?? start(page)
  Reflect.set(page, STARTED, started)
  return started
}

/** In the order things depend on each other: host, fixed tools, storage, bus, console, teaching, tools. */
async function start(page: Window & typeof globalThis): Promise<void> {
  catchStrays(page)
  const simulator = await openSimulator(page)
  const index = new CatalogueIndex(catalogue)
  const fixed = createFixedTools()
  const modelContext = (): unknown => Reflect.get(page.document, 'modelContext')
  const faulty = (provider: Provider): Provider => simulator?.provider(provider) ?? provider
  const native = () => faulty(createNativeProvider({ modelContext, window: page }))
  const desk = openDesk(index)
  const bridge = async (there: boolean) => {
    const { loadBridge } = await import('../webmcp/bridge/loadBridge.ts')
    return faulty(await loadBridge({ modelContext, page, there, report }))
  }
  const mayLoadBridge = async () => !ASKS_FOR_BRIDGE || allowsBridge((await desk).state.records)
  const [provider, storage] = await Promise.all([
    connectHost(hostEnvironment(page, true), { native, bridge, mayLoadBridge }, (host) => fixed.register(host), report),
    desk,
  ])

  const rest = () => import('./teaching.ts')
  const taught = shallowRef<Taught | null>(null)
  const { tabId } = opening
  const { state } = storage
  const port = simulator?.storage(storage.port) ?? storage.port
  const { records } = state
  const place = keptPlace(() => sessionStorage, { storeId: state.meta.storeId, records, validatorFor })
  const bus = createBus({ catalogue, validatorFor, clock: Date.now, newId, records, view: place?.view })
  const history = createHistory(bus, { restores: true })
  const signal = tabSignal()
  const log = createCommitLog({
    bus,
    port,
    lock: deskLock,
    start: state,
    tabId,
    written: storage.written,
    recovery: rest,
    // Most runs are over within milliseconds: that one began is then stored in one step with what it did.
    mayWait: ({ audit }) => audit?.type === 'run-started',
    ...(signal ? { signal } : {}),
    onRolledBack: (commit, reason) => {
      history.rolledBack(commit)
      taught.value?.recorder.rolledBack(commit)
      onLost(reason)
    },
    onProblem: (message) => bus.note({ type: 'storage-error', detail: { message } }, { actor: 'system', source: 'storage' }),
  })
  const leaving: Leaving = {
    get area() {
      return page.localStorage
    },
    storeId: state.meta.storeId,
    pageId: newId(),
    clock: Date.now,
  }
  page.addEventListener('pagehide', () => {
    // Teaching does it better, if it ever comes.
    if (taught.value) return
    try {
      leaveBehind(leaving, log.waiting)
    } catch {
      // That storage refuses is on show already.
    }
  })
  const saving = savingOf(log, storage)
  const onLost = (reason: string): void => saving.tell(`${reason} Your change was taken back.`)
  const commits = rememberCommits(bus)
  const showing = new Showing()
  const services: Services = {
    bus,
    history,
    provider,
    saving,
    commits,
    showing,
    place,
    ...(ASKS_FOR_BRIDGE ? { bridge: bridgeChoice(bus, (commitId) => log.settled(commitId)) } : {}),
  }
  const { body } = page.document
  body.dataset['webmcp'] = provider.mode
  if (provider.reason) body.dataset['webmcpReason'] = provider.reason

  const views = shallowRef<TeachingViews | null>(null)
  const app = createApp(App, { teaching: views })
  app.config.errorHandler = (error) => report('view', error)
  app.use(createPinia()).provide(SERVICES, services).provide(TAUGHT, taught).mount('#app')

  // The queue is seen and answers before the rest is even asked for.
  await new Promise<void>((resolve) => void afterFrame(resolve))
  const told = commits
    .load(port)
    .then((earlier) => history.restore(earlier.filter((entry) => entry.tab === tabId).map((entry) => entry.commit)))
    .catch((error: unknown) => report('history', error))
    // What was left behind may be what is to be undone.
    .then(() => anyLeftBehind(leaving) || history.whole())
  try {
    const [{ startTeaching, teachingViews }] = await Promise.all([rest(), told])
    taught.value = await startTeaching({ bus, validatorFor, log, leaving, provider, fixed, port, onLost })
    showing.follow(taught.value.runs, answerGone)
    views.value = teachingViews
  } finally {
    await told
    history.whole()
  }
  // Asked for here; a host that takes its time over it, as the bridge does in a hidden tab, holds nothing up.
  void taught.value.registry.restore()
  // Once all is there: the answer must be written down, and nobody is to wait for that.
  if (!storage.problem) void askToPersist(storage.port, page.navigator.storage)
  await showSimulator(simulator, { bus, commits, provider, modelContext, taught: taught.value })
}
