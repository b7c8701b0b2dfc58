import type { Bus, Dispatched } from '../../bus/bus.ts'
import type { Commit } from '../../bus/journal.ts'
import { deepFreeze, equalJson, type JsonObject } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import { inverse } from '../../bus/state.ts'
import { Capture } from './capture.ts'
import { fit } from './fit.ts'
import { labelOf } from './label.ts'
import { liveView, NO_LIVE_VIEW, type LiveView } from './liveView.ts'
import { normalise } from './normalise.ts'
import { Provenance } from './provenance.ts'
import { takenBack } from './takenBack.ts'
import type { LiveRecording, Recording, Trace } from './types.ts'

export interface RecorderPorts {
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly newId: () => string
  /** Id of the person acting, if they said who they are. */
  readonly me: () => string | undefined
  /** Told of the recording as it stands after each step, to be stored. */
  readonly onLive?: (live: LiveRecording) => void
  /** Asked before a recording starts; its refusal is what `start` answers. */
  readonly mayRecord?: () => Result<void>
}

export interface RecorderOptions extends RecorderPorts {
  readonly bus: Bus
}

export interface Recorder {
  readonly phase: 'idle' | 'recording'
  /** The steps so far in plain words, for the chip. */
  readonly live: LiveView
  /** The last recording that was stopped with something in it, also one that was refused: it can be exported. */
  readonly last: Recording | null
  /**
   * `BUSY` while recording, else what `mayRecord` says.
   * @param purpose what is to come of it, kept with it in case its page goes away
   */
  start(purpose?: JsonObject): Result<void>
  /** Ends the recording. `BLOCKED` when nothing is left of it, `LIMIT` when it is too long; it has ended all the same. */
  stop(): Result<{ readonly recording: Recording; readonly trace: Trace }>
  /** Ends the recording and forgets it. */
  cancel(): void
  strike(stepId: string): void
  unstrike(stepId: string): void
  /**
   * Goes on with a recording stored by an earlier page. `BUSY` while recording.
   * @param known the last commits, oldest first: what was taken back since is no step of it any more
   * @param complete whether those are all since it began: then a step whose commit is not among them did not happen
   */
  resume(saved: LiveRecording, known?: readonly Commit[], complete?: boolean): Result<void>
  /** Storage took a commit back, since another tab's came first: its step did not happen. */
  rolledBack(commit: Commit): void
  /** Told after anything of the above changed. */
  onChange(listener: () => void): () => void
}

const recorders = new WeakMap<Bus, { readonly recorder: Recorder; use(ports: RecorderPorts): void }>()

/**
 * The recorder of a bus. There is one, however often the page is mounted: asking again gives the same one, with the
 * ports of the newest mount. From its creation on it follows where the list on show and the open record came
 * from, and while recording it takes in what the operator dispatches and nothing else.
 */
export function createRecorder({ bus, ...ports }: RecorderOptions): Recorder {
  const known = recorders.get(bus)
  if (known) {
    known.use(ports)
    return known.recorder
  }
  const made = makeRecorder(bus, ports)
  recorders.set(bus, made)
  return made.recorder
}

function makeRecorder(bus: Bus, initial: RecorderPorts): { recorder: Recorder; use(ports: RecorderPorts): void } {
  let ports = initial
  let capture: Capture | null = null
  let last: Recording | null = null
  let release: () => void = () => undefined
  let shown: LiveView | null = null
  const { index } = bus
  const provenance = new Provenance()
  provenance.recall(bus.journal, bus.session.view, index)
  const listeners = new Set<() => void>()

  const now = (): string => new Date(ports.clock()).toISOString()

  function changed(): void {
    shown = null
    if (capture) ports.onLive?.(capture.live(bus.session))
    for (const listener of listeners) listener()
  }

  function end(): void {
    capture = null
    release()
    release = () => undefined
  }

  bus.onDispatch((event) => {
    const { entry, before } = event
    const command = index.command(entry.command)
    if (!command) return
    const evidence = provenance.resolve(command, entry.input, entry.evidence, before.view)
    const taken = capture !== null && isStep(event, command.recordable, command.sensitive === true)
    const stepId = taken ? capture?.nextId : undefined
    const secret = capture !== null && command.sensitive === true && byHand(event)
    if (secret) capture?.cuts.push(`“${command.title}” was not recorded, because what it is given is secret.`)
    if (taken) capture?.take(event, command, evidence)
    provenance.follow(event, evidence, stepId)
    if (taken || secret) changed()
  })

  bus.onCommit((commit) => {
    if (capture && (commit.undoes || commit.redoes) && capture.takeBack(commit)) changed()
  })

  const recorder: Recorder = {
    get phase() {
      return capture ? 'recording' : 'idle'
    },
    get live() {
      return (shown ??= capture ? liveView(capture.live(bus.session), index) : NO_LIVE_VIEW)
    },
    get last() {
      return last
    },
    start(purpose) {
      if (capture) return fail('BUSY', 'A recording is running; stop it first.')
      const may = ports.mayRecord?.() ?? ok(undefined)
      if (!may.ok) return may
      release = bus.watchReads()
      provenance.mark()
      capture = Capture.begin(index, provenance, bus.session, { recordingId: ports.newId(), startedAt: now(), me: ports.me(), purpose })
      changed()
      return ok(undefined)
    },
    stop() {
      if (!capture) return fail('NOT_READY', 'Nothing is being recorded; press Teach first.')
      const live = capture.live(bus.session)
      end()
      const ended = finish(live, now(), index)
      if (live.steps.length > 0) last = ended.recording
      changed()
      return ended.trace.ok ? ok({ recording: ended.recording, trace: ended.trace.value }) : ended.trace
    },
    cancel() {
      if (!capture) return
      end()
      changed()
    },
    strike: (stepId) => mark(stepId, true),
    unstrike: (stepId) => mark(stepId, false),
    resume(saved, known = [], complete = false) {
      if (capture) return fail('BUSY', 'A recording is running; stop it first.')
      release = bus.watchReads()
      provenance.resume(saved.standing, bus.session.view)
      capture = Capture.resume(index, provenance, bus.session, saved)
      for (const commit of takenBack(saved, known, complete)) capture.takeBack(commit)
      changed()
      return ok(undefined)
    },
    rolledBack(commit) {
      const patches = commit.patches.map(inverse).toReversed()
      if (capture?.takeBack({ ...commit, patches, undoes: [commit.id] })) changed()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  function mark(stepId: string, struck: boolean): void {
    if (!capture) return
    capture.mark(stepId, struck)
    changed()
  }

  return {
    recorder,
    use(next) {
      ports = next
    },
  }
}

/** Made by the person at the console, not by a run or by the page itself. */
const byHand = ({ entry }: Dispatched): boolean => entry.actor === 'operator' && entry.run === undefined

/** Whether a dispatch is part of a demonstration: by hand, recordable, and committed if it writes. */
function isStep(event: Dispatched, recordable: boolean, sensitive: boolean): boolean {
  if (!byHand(event) || !recordable || sensitive) return false
  if (event.entry.effect === 'write') return event.commit !== null
  return !isStartList(event)
}

/** The page asking for its first list, or for the same one again after a mount: nobody chose any part of it. */
function isStartList({ entry, before, after }: Dispatched): boolean {
  const given = Object.values(entry.evidence ?? {})
  if (after.view.list === before.view.list || given.length === 0 || given.some(({ how }) => how !== 'default')) return false
  return before.view.list === null || equalJson(before.view.list.query, entry.input)
}

/** The recording of what was gathered, within its size, and the trace of it or why there is none. */
function finish(
  live: LiveRecording,
  endedAt: string,
  index: Bus['index'],
): { readonly recording: Recording; readonly trace: Result<Trace> } {
  const { recordingId, startedAt, start, views, slice, steps, cuts } = live
  const raw: Recording = {
    format: 'understudy/recording',
    version: 1,
    recordingId,
    label: '',
    startedAt,
    endedAt,
    start,
    views,
    slice,
    steps,
    cuts,
  }
  const whole = normalise(raw, index)
  const kept = whole.ok ? whole.value.steps : []
  const recording = deepFreeze(fit({ ...raw, label: labelOf(kept, index) }, kept, index))
  return { recording, trace: whole.ok ? normalise(recording, index) : whole }
}
