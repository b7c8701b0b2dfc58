import type { Bus } from '../../../src/bus/bus.ts'
import type { Catalogue } from '../../../src/bus/command.ts'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { Rec } from '../../../src/bus/state.ts'
import type { ValidatorFor } from '../../../src/bus/validate.ts'
import { triageEntities } from '../../../src/triage/catalogue/index.ts'
import { createApprovals } from '../../../src/webmcp/approvals/approvals.ts'
import { createFixedTools } from '../../../src/webmcp/fixedTools/fixedTools.ts'
import { fixedAnswers } from '../../../src/webmcp/fixedTools/answers.ts'
import { libraryCommands } from '../../../src/webmcp/library/commands.ts'
import { libraryEntities } from '../../../src/webmcp/library/entities.ts'
import { createLibrary } from '../../../src/webmcp/library/library.ts'
import { createRepairs } from '../../../src/webmcp/library/repair.ts'
import type { Gesture, ToolRecord } from '../../../src/webmcp/library/types.ts'
import { createNativeProvider } from '../../../src/webmcp/native.ts'
import type { Provider } from '../../../src/webmcp/provider.ts'
import { createRegistry } from '../../../src/webmcp/registry/registry.ts'
import { createRuns } from '../../../src/webmcp/runs/runs.ts'
import type { Settled } from '../../../src/webmcp/runs/stored.ts'
import { busOver, runtimeValidators } from '../../support/desk.ts'
import { demonstrate, ME, recorderFor, taught, triageCatalogue, type Demonstration, type Desk } from '../../support/sessions.ts'
import { ASSIGNEES, TEMPLATES, ticket } from '../../support/tickets.ts'
import { FakeHost } from './fakeHost.ts'

/** The desk's commands with the library's. */
export const pageCatalogue: Catalogue = {
  commands: [...triageCatalogue.commands, ...libraryCommands],
  entities: [...triageEntities, ...libraryEntities],
}
const validatorFor = runtimeValidators(pageCatalogue)

/** Forty tickets on which every write of the demonstrations here changes something. */
export const TICKETS: readonly Rec[] = Array.from({ length: 40 }, (_, place) =>
  ticket(place + 1, { status: 'open', priority: 'low', assigneeId: null, tags: ['login'] }),
)

/** A gesture as a person's: trusted, and after a look. */
export const PERSON: Gesture = { isTrusted: true, via: 'pointer', after: 1200 }

export interface PageOptions {
  readonly records?: Readonly<Record<string, readonly Rec[]>>
  readonly host?: FakeHost
  readonly provider?: Provider
  readonly settled?: (commitId: string) => Promise<Settled>
  readonly pause?: () => Promise<void>
  readonly clock?: () => number
  readonly prefix?: string
  readonly me?: () => string
}

/** Everything that stands behind a page over one bus: library, runs, registry, approvals and the fixed tools at a fake host. */
export function assemble(bus: Bus, validatorFor: ValidatorFor, options: PageOptions = {}) {
  const { host = new FakeHost(), prefix = '', settled = () => Promise.resolve('stored' as const) } = options
  let time = Date.UTC(2026, 10, 30, 12)
  let id = 0
  const clock = options.clock ?? (() => (time += 10))
  const newId = (): string => `${prefix}i${++id}`
  const reported: unknown[] = []
  const report = (_where: string, error: unknown): void => void reported.push(error)
  const me = options.me ?? ((): string => ME)
  const pause = options.pause ?? (() => Promise.resolve())
  const timers: (() => void)[] = []
  const wait = (): Promise<void> => new Promise((resolve) => timers.push(resolve))

  const provider = options.provider ?? createNativeProvider({ modelContext: () => host, later: () => () => undefined })
  const library = createLibrary({ bus, validatorFor, newId, report })
  const repairs = createRepairs({ bus, library, validatorFor, newId })
  const runs = createRuns({ bus, library, validatorFor, settled, newId, clock, me, pause, answered: () => Promise.resolve(), report })
  const registry = createRegistry({ bus, library, provider, runs, pause, wait, report })
  const approvals = createApprovals({ bus, library, validatorFor, newId, clock, me, settled })
  const fixed = createFixedTools()
  fixed.ready(fixedAnswers({ library, approvals, registry }, { wait, report }))

  return {
    bus,
    host,
    provider,
    library,
    repairs,
    runs,
    registry,
    approvals,
    fixed,
    /** With ids of its own that nothing else here takes. */
    recorder: recorderFor(bus, { me, newId: () => `${prefix}r${++id}` }),
    reported,
    /** Lets every wait of the page end now. */
    fireTimers: () => timers.splice(0).forEach((fire) => fire()),
    /** Publishes a draft as an operator does, under a name. */
    publish(draftId: string, name?: string): ToolRecord {
      if (name !== undefined) must(library.editDraft(draftId, { name, description: 'Does what was shown.' }))
      const request = must(approvals.open(draftId, 'operator'))
      return must(approvals.approve(request.requestId, PERSON))
    },
    /** Commits of this page's audit, by type. */
    audit: (type: string) => bus.commits.filter((commit) => commit.audit?.type === type),
  }
}

/** A whole page of the triage desk, but for its views. */
export function openPage(options: PageOptions = {}) {
  const bus = busOver(pageCatalogue, { ticket: TICKETS, assignee: ASSIGNEES, template: TEMPLATES, ...options.records })
  const page = assemble(bus, validatorFor, options)
  const { library, recorder } = page
  const desk: Desk = { bus, recorder, at: demonstrate(bus) }
  desk.at.boot()
  return {
    ...page,
    desk,
    /** Teaches, and gives the draft that came of it. */
    teach(show: (at: Demonstration) => void): string {
      const { recording } = taught(desk, show)
      const saved = library.saveRecording(recording)
      if (!saved.ok) throw new Error(`${saved.error.code} ${saved.error.message}`)
      return saved.value.draft.draftId
    },
    ticket: (ticketId: string): JsonObject => bus.session.records.get('ticket', ticketId) ?? {},
  }
}

export type Page = ReturnType<typeof openPage>

/** The value, or a failed test with the reason. */
export function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: { code: string; message: string } }): T {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`)
  return result.value
}

/** The most used demonstration: an open ticket, its priority and a tag. */
export const urgentVip = (at: Demonstration): void => {
  at.open(2)
  at.setPriority('urgent')
  at.addTags('vip')
}

/** Dispatches that changed tickets, of all commits. */
export const ticketPatches = (bus: Bus): number =>
  bus.commits.reduce((sum, commit) => sum + commit.patches.filter((patch) => patch.entity === 'ticket').length, 0)

/** Lets promises that are due settle, several turns deep. */
export async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}
