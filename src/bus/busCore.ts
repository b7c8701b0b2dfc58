import { createChannels, type Channel, type Channels } from './channels.ts'
import type { BusOptions, Dispatched } from './bus.ts'
import { CatalogueIndex, type Command, type Plan } from './command.ts'
import type { Commit, DispatchContext, JournalEntry } from './journal.ts'
import { deepFreeze, plainCopy, type JsonObject } from './json.ts'
import { fail, ok, type Result } from './results.ts'
import { EMPTY_VIEW, type Session, type State, type View } from './state.ts'
import { Records } from './table.ts'
import { touched } from './touched.ts'
import { checkInput } from './validate.ts'

/** How many entries and commits memory keeps; storage keeps more. */
const KEPT = 500

/** A command that was planned, and its input as the plan saw it. */
export interface Planned {
  readonly command: Command
  readonly plan: Plan
  readonly input: JsonObject
}

/** What a change of the session is told with. */
export interface Changed {
  readonly session: Session
  readonly by: DispatchContext
}

/**
 * What dispatches, forks and undo have in common: the console's state, how a command is planned against any state, and
 * what is written down of what was done. It tells nobody until `channels.flush`, which whoever changes something calls last.
 */
export class BusCore {
  readonly index: CatalogueIndex
  readonly journal: JournalEntry[] = []
  readonly commits: Commit[] = []
  readonly channels: Channels = createChannels()
  readonly dispatched: Channel<Dispatched> = this.channels.channel()
  readonly committed: Channel<Commit> = this.channels.channel()
  readonly changed: Channel<Changed> = this.channels.channel()
  records: Records
  session: Session
  private seq = 0

  constructor(private readonly options: BusOptions) {
    this.index = new CatalogueIndex(options.catalogue)
    this.records = Records.of(this.index.entities, options.records)
    this.session = Object.freeze({ records: this.records, view: options.view ?? EMPTY_VIEW })
  }

  now(): string {
    return new Date(this.options.clock()).toISOString()
  }

  /** Puts other records and another view in place of the console's. */
  move(records: Records, view: View, by: DispatchContext): Session {
    this.records = records
    this.session = Object.freeze({ records, view })
    this.changed.post({ session: this.session, by })
    return this.session
  }

  /** Validates and plans. The input that goes on is our own copy: the caller's may change. */
  plan(id: string, given: unknown, state: State, view: View, time: string): Result<Planned> {
    const command = this.index.command(id)
    if (!command) return fail('NOT_FOUND', `There is no command "${id}".`)
    const wrong = checkInput(command.input, given, this.options.validatorFor, (leaf) => `${command.id}.${leaf.path}`)
    if (wrong) return { ok: false, error: wrong }
    const input = deepFreeze(plainCopy(given as JsonObject))
    const plan = command.plan(state, view, input, { now: time })
    return 'refused' in plan ? { ok: false, error: plan.refused } : ok({ command, plan, input })
  }

  /** What the journal says of a planned command. `remember` puts it there. */
  entry({ command, plan, input }: Planned, context: DispatchContext, time: string, state: State): JournalEntry {
    return deepFreeze({
      seq: ++this.seq,
      time,
      command: command.id,
      effect: command.effect,
      input,
      output: plan.output,
      patches: touched(plan.patches ?? [], this.index, state, time),
      ...plainCopy(context),
    })
  }

  remember(entry: JournalEntry): void {
    keep(this.journal, entry)
  }

  /** A new commit, kept. @param announce whether listeners of `onCommit` are told */
  commit(context: DispatchContext, parts: Omit<Commit, 'id' | 'time' | 'actor' | 'source' | 'run'>, announce = true): Commit {
    const { actor, source, run } = context
    return this.keep(deepFreeze({ id: this.options.newId(), time: this.now(), actor, source, ...(run ? { run } : {}), ...parts }), announce)
  }

  /** Keeps a commit. @param announce whether listeners of `onCommit` are told */
  keep(commit: Commit, announce = false): Commit {
    keep(this.commits, commit)
    if (announce) this.committed.post(commit)
    return commit
  }
}

/** The view after a plan. */
export const nextView = (view: View, plan: Plan): View => (plan.viewPatch ? deepFreeze({ ...view, ...plan.viewPatch }) : view)

function keep<T>(list: T[], item: T): void {
  list.push(item)
  if (list.length > KEPT) list.splice(0, list.length - KEPT)
}
