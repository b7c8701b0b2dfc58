import { createBus, type Bus } from '../../src/bus/bus.ts'
import type { Catalogue } from '../../src/bus/command.ts'
import type { Evidence, EvidenceMap } from '../../src/bus/evidence.ts'
import { createHistory } from '../../src/bus/history.ts'
import { equalJson, type Json, type JsonObject } from '../../src/bus/json.ts'
import type { Rec } from '../../src/bus/state.ts'
import { createRecorder, type Recorder, type RecorderPorts } from '../../src/teach/recording/recorder.ts'
import type { Recording, Trace } from '../../src/teach/recording/types.ts'
import { triageCommands, triageEntities } from '../../src/triage/catalogue/index.ts'
import { consoleCommands } from '../../src/triage/console/index.ts'
import { IDLE_QUERY } from '../../src/triage/query.ts'
import { doIt, runtimeValidators } from './desk.ts'
import { ASSIGNEES, TEMPLATES, tickets } from './tickets.ts'

/** The desk's commands, those of the console among them. */
export const triageCatalogue: Catalogue = { commands: [...triageCommands, ...consoleCommands], entities: triageEntities }

// Compiled once: properties open hundreds of desks.
const validatorFor = runtimeValidators(triageCatalogue)

/** A bus over the desk's commands and these records; clock and ids repeat. */
export function deskBus(records: Readonly<Record<string, readonly Rec[]>>): Bus {
  let time = Date.UTC(2026, 10, 30, 9)
  let id = 0
  return createBus({ catalogue: triageCatalogue, validatorFor, clock: () => (time += 1000), newId: () => `c${++id}`, records })
}

/** Who the person at the console is. */
export const ME = 'a-1'

export interface DeskOptions {
  readonly tickets?: readonly Rec[]
  readonly assignees?: readonly Rec[]
  readonly templates?: readonly Rec[]
  readonly ports?: Partial<RecorderPorts>
}

export interface Desk {
  readonly bus: Bus
  readonly recorder: Recorder
  readonly at: Demonstration
}

/** A desk with its idle list on show, as a page that has just opened. */
export function openDesk(options: DeskOptions = {}): Desk {
  const { tickets: records = tickets(40), assignees = ASSIGNEES, templates = TEMPLATES, ports = {} } = options
  const bus = deskBus({ ticket: records, assignee: assignees, template: templates })
  const recorder = recorderFor(bus, ports)
  const at = demonstrate(bus)
  at.boot()
  return { bus, recorder, at }
}

/** A recorder with a clock and ids of its own, so that everything repeats. */
export function recorderFor(bus: Bus, ports: Partial<RecorderPorts> = {}): Recorder {
  let time = Date.UTC(2026, 10, 30, 10)
  let id = 0
  return createRecorder({ bus, clock: () => (time += 1000), newId: () => `r${++id}`, me: () => ME, ...ports })
}

/** Teach, what is shown, Stop. Fails the test with the reason when there is no trace. */
export function taught({ recorder, at }: Desk, show: (at: Demonstration) => void): { recording: Recording; trace: Trace } {
  const started = recorder.start()
  if (!started.ok) throw new Error(started.error.message)
  show(at)
  const stopped = recorder.stop()
  if (!stopped.ok) throw new Error(`${stopped.error.code}: ${stopped.error.message}`)
  return stopped.value
}

/** Writes on one ticket, with the evidence the views give. */
export interface Hand {
  setPriority(priority: string): void
  setStatus(status: string): void
  /** Null unassigns. */
  assign(assigneeId: string | null): void
  assignToMe(): void
  addTags(...tags: string[]): void
  removeTags(...tags: string[]): void
  /** Replaces all tags, by toggling them in the picker. */
  setTags(...tags: string[]): void
  applyTemplate(templateId: string): void
  /** Reads the ticket with its text. */
  read(): void
}

/** An operator at the console: each gesture dispatches what the real views dispatch, with the same evidence. */
export interface Demonstration extends Hand {
  /** Ids of the list on show. */
  readonly ids: readonly string[]
  /** Id of the open ticket. @throws when none is open */
  readonly ticketId: string
  readonly isOpen: boolean
  /** The page's first list, chosen by nobody. */
  boot(): void
  /** Changes parts of the query; null leaves a part out. Parts not named stay as they are. */
  filter(parts: Readonly<Record<string, Json>>, how?: Evidence): void
  /** The whole query anew. */
  filterOnly(query: JsonObject): void
  /** Typed letter by letter, as the search field dispatches it. */
  search(text: string, leaf?: 'text' | 'requester'): void
  /** Opens the row at a place of the list on show, from 0. */
  open(place: number): void
  /** Opens a ticket of the list on show, wherever it is. */
  openId(ticketId: string): void
  /** Opens a ticket by its id, in the palette. */
  goTo(ticketId: string): void
  /** Next-item flow: opens what comes after the open ticket in the list. */
  next(): void
  close(): void
  listTemplates(): void
  listAssignees(): void
  /** Acts on a row of the list without opening it. */
  onRow(place: number): Hand
  /** Acts on one record of a selection, which is every row of the list or rows marked by hand: one dispatch a record. */
  selected(ticketId: string, of: 'all' | 'hand'): Hand
  /** Takes back the last write. @returns false where there is none, or it can no longer be taken back */
  undo(): boolean
  redo(): boolean
  /** A taught tool's run by an agent: its own fork, one commit. */
  agentRun(steps: readonly (readonly [command: string, input: JsonObject])[]): void
}

/** @param me who is at the console, for *assign to me* */
export function demonstrate(bus: Bus, me = ME): Demonstration {
  const history = createHistory(bus)
  let runs = 0

  const list = () => bus.session.view.list
  const query = (): JsonObject => list()?.query ?? {}

  const act = (command: string, input: JsonObject, evidence: EvidenceMap, source = 'list'): void =>
    void doIt(bus, command, input, { evidence, source })

  function ask(next: JsonObject, evidenceOf: (leaf: string) => Evidence): void {
    const now = query()
    const evidence = Object.fromEntries(
      Object.keys(next).map((leaf): [string, Evidence] => [leaf, equalJson(now[leaf], next[leaf]) ? { how: 'kept' } : evidenceOf(leaf)]),
    )
    act('filter_tickets', next, evidence)
  }

  const handOn = (ticketId: () => string, named: () => Evidence): Hand => {
    const write = (command: string, input: JsonObject, evidence: EvidenceMap): void =>
      act(command, { ticketId: ticketId(), ...input }, { ticketId: named(), ...evidence }, 'ticket')
    const tagsNow = (): readonly string[] => (bus.session.records.get('ticket', ticketId())?.['tags'] ?? []) as readonly string[]
    return {
      setPriority: (priority) => write('set_ticket_priority', { priority }, { priority: VOCABULARY }),
      setStatus: (status) => write('set_ticket_status', { status }, { status: VOCABULARY }),
      assign: (assigneeId) => write('set_ticket_assignee', { assigneeId }, { assigneeId: VOCABULARY }),
      assignToMe: () => write('set_ticket_assignee', { assigneeId: me }, { assigneeId: { how: 'me' } }),
      addTags: (...tags) => write('add_ticket_tags', { tags }, { tags: { how: 'toggled', added: tags } }),
      removeTags: (...tags) => write('remove_ticket_tags', { tags }, { tags: { how: 'toggled', removed: tags } }),
      setTags(...tags) {
        const now = tagsNow()
        const added = tags.filter((tag) => !now.includes(tag))
        const removed = now.filter((tag) => !tags.includes(tag))
        write('set_ticket_tags', { tags }, { tags: { how: 'toggled', added, removed } })
      },
      applyTemplate: (templateId) => write('apply_template', { templateId }, { templateId: VOCABULARY }),
      read: () => act('get_ticket', { ticketId: ticketId() }, { ticketId: named() }, 'ticket'),
    }
  }

  const openTicket = (): string => {
    const { focus } = bus.session.view
    if (!focus) throw new Error('No ticket is open.')
    return focus.id
  }
  let openedBy: 'opened' | 'auto' = 'opened'
  const idAt = (place: number): string => {
    const id = list()?.ids[place]
    if (id === undefined) throw new Error(`The list has no row ${place}.`)
    return id
  }
  const select = (ticketId: string, evidence: Evidence, by: 'opened' | 'auto' = 'opened'): void => {
    openedBy = by
    act('select_ticket', { ticketId }, { ticketId: evidence })
  }
  const hand = handOn(openTicket, () => ({ how: 'focus', from: openedBy }))
  return {
    ...hand,
    get ticketId() {
      return openTicket()
    },
    get isOpen() {
      return bus.session.view.focus !== null
    },
    get ids() {
      return list()?.ids ?? []
    },
    boot: () =>
      void doIt(bus, 'filter_tickets', IDLE_QUERY, {
        source: 'boot',
        evidence: Object.fromEntries(Object.keys(IDLE_QUERY).map((leaf) => [leaf, { how: 'default' }])),
      }),
    filter(parts, how) {
      const next: JsonObject = Object.fromEntries(Object.entries({ ...query(), ...parts }).filter(([, value]) => value !== null))
      ask(next, (leaf) => how ?? evidenceOfPart(leaf))
    },
    filterOnly: (next) => ask(next, evidenceOfPart),
    search(text, leaf = 'text') {
      for (let length = 1; length <= text.length; length += 1) ask({ ...query(), [leaf]: text.slice(0, length) }, evidenceOfPart)
    },
    open: (place) => select(idAt(place), { how: 'picked', from: 'list', ordinal: place }),
    openId(ticketId) {
      const place = list()?.ids.indexOf(ticketId) ?? -1
      if (place < 0) throw new Error(`${ticketId} is not in the list.`)
      select(ticketId, { how: 'picked', from: 'list', ordinal: place })
    },
    goTo: (ticketId) => select(ticketId, { how: 'typed' }),
    next() {
      const place = (list()?.ids.indexOf(openTicket()) ?? -1) + 1
      select(idAt(place), { how: 'focus', from: 'auto', ordinal: place }, 'auto')
    },
    close: () => act('close_ticket', {}, {}),
    listTemplates: () => act('list_templates', {}, {}),
    listAssignees: () => act('list_assignees', {}, {}),
    onRow: (place) => handOn(() => idAt(place), () => ({ how: 'focus', from: 'cursor', ordinal: place })),
    selected: (ticketId, of) => handOn(() => ticketId, () => ({ how: 'selection', of })),
    undo: () => history.undo().ok,
    redo: () => history.redo().ok,
    agentRun(steps) {
      const fork = bus.fork({ actor: 'agent', source: 'tool', run: { id: `run${++runs}`, tool: 'some_tool' } })
      for (const [command, input] of steps) {
        const made = fork.dispatch(command, input, { actor: 'agent', source: 'tool', run: { id: `run${runs}`, tool: 'some_tool' } })
        if (!made.ok) throw new Error(made.error.message)
      }
      const committed = fork.commit()
      if (!committed.ok) throw new Error(committed.error.message)
    },
  }
}

const VOCABULARY: Evidence = { how: 'picked', from: 'vocabulary' }
const TYPED: Evidence = { how: 'typed' }

const evidenceOfPart = (leaf: string): Evidence => (['text', 'requester', 'tag', 'notTags', 'limit'].includes(leaf) ? TYPED : VOCABULARY)
