import { busOver, doIt, runtimeValidators } from '../../../support/desk.ts'
import type { Bus } from '../../../../src/bus/bus.ts'
import { CatalogueIndex, defineCommand, refuse, type Catalogue, type Plan, type Refusal } from '../../../../src/bus/command.ts'
import type { EntityDef } from '../../../../src/bus/entity.ts'
import type { EvidenceMap } from '../../../../src/bus/evidence.ts'
import { equalJson, type Json, type JsonObject } from '../../../../src/bus/json.ts'
import type { JsonSchema } from '../../../../src/bus/schema.ts'
import type { State } from '../../../../src/bus/state.ts'
import { createRecorder } from '../../../../src/teach/recording/recorder.ts'
import type { Trace } from '../../../../src/teach/recording/types.ts'

/** A lending library: another trade with other words, so that nothing here can rest on tickets. */

const object = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const book: JsonSchema = {
  type: 'string',
  pattern: '^B[0-9]+$',
  description: 'Number of a book.',
  'x-us': { entity: 'book', kind: 'record' },
}
const books: JsonSchema = {
  type: 'array',
  items: { type: 'string', pattern: '^B[0-9]+$' },
  minItems: 1,
  uniqueItems: true,
  'x-us': { entity: 'book', kind: 'record' },
}
const reader = (edits?: string): JsonSchema => ({
  type: ['string', 'null'],
  pattern: '^r-[a-z]+$',
  description: 'Who has it; null when it is back.',
  'x-us': { entity: 'reader', kind: 'reference', ...(edits === undefined ? {} : { edits: { field: edits, op: 'set' } }) },
})

const bookEntity: EntityDef = {
  name: 'book',
  one: 'book',
  many: 'books',
  idField: 'no',
  titleField: 'title',
  schema: object({
    no: book,
    title: { type: 'string', 'x-us': { free: true, ugc: true } },
    heldBy: reader(),
    waiting: reader(),
    shelf: { type: 'string' },
    notes: { type: 'string', 'x-us': { free: true } },
    pages: { type: 'integer', 'x-us': { ordered: true } },
    marks: { type: 'array', items: { type: 'string' }, uniqueItems: true },
  }),
  rowFields: ['no', 'title', 'heldBy', 'waiting', 'shelf', 'pages', 'marks'],
  chunk: 100,
}

const readerEntity: EntityDef = {
  name: 'reader',
  one: 'reader',
  many: 'readers',
  idField: 'readerId',
  titleField: 'name',
  schema: object({ readerId: { type: 'string', 'x-us': { entity: 'reader', kind: 'reference' } }, name: { type: 'string' } }),
  rowFields: ['readerId', 'name'],
  chunk: 100,
}

const row = object(Object.fromEntries(bookEntity.rowFields.map((field) => [field, bookEntity.schema.properties?.[field] ?? {}])))
const find = (state: State, input: JsonObject) => state.get('book', String(input['no']))
const gone = (): Refusal => refuse('NOT_FOUND', 'There is no such book.', { path: 'no' })

function set(state: State, input: JsonObject, field: string, to: Json): Plan | Refusal {
  const record = find(state, input)
  if (!record) return gone()
  const from = record[field] ?? null
  const fields = { [field]: { from, to } }
  return {
    output: { no: record['no'] ?? null, to },
    ...(equalJson(from, to) ? {} : { patches: [{ op: 'update', entity: 'book', id: String(record['no']), fields }] }),
  }
}

const done = object({ no: book, to: {} })
const common = { description: '', recordable: true, say: () => [] } as const

export const loans: Catalogue = {
  entities: [bookEntity, readerEntity],
  commands: [
    defineCommand({
      ...common,
      id: 'find_books',
      title: 'Find books',
      effect: 'read',
      input: object(
        {
          words: { type: 'string', 'x-us': { free: true, tests: { field: 'title', op: 'search' } } },
          heldBy: {
            ...reader(),
            type: 'string',
            'x-us': { entity: 'reader', kind: 'reference', tests: { field: 'heldBy', op: 'equals' } },
          },
          order: {
            type: 'string',
            enum: ['long', 'short'],
            'x-us': { sort: { long: { field: 'pages', first: 'max' }, short: { field: 'pages', first: 'min' } } },
          },
          most: { type: 'integer', minimum: 1, 'x-us': { free: true } },
        },
        [],
      ),
      output: object({ total: { type: 'integer', 'x-us': { counts: true } }, rows: { type: 'array', items: row, 'x-us': { list: 'book' } } }),
      plan(state, _view, input) {
        const { words, heldBy, order, most } = input
        const found = state
          .list('book')
          .filter((one) => words === undefined || String(one['title']).includes(String(words)))
          // A reader nobody knows is passed over: a fault of this catalogue that the checks must see through.
          .filter((one) => heldBy === undefined || state.get('reader', String(heldBy)) === undefined || one['heldBy'] === heldBy)
        const pages = (one: JsonObject): number => Number(one['pages'])
        const sorted =
          order === undefined ? found : found.toSorted((a, b) => (order === 'long' ? pages(b) - pages(a) : pages(a) - pages(b)))
        const shown = sorted.slice(0, most === undefined ? sorted.length : Number(most))
        return {
          output: { total: found.length, rows: shown },
          viewPatch: { list: { entity: 'book', command: 'find_books', query: input, ids: shown.map((one) => String(one['no'])) } },
        }
      },
    }),
    defineCommand({
      ...common,
      id: 'open_book',
      title: 'Open book',
      effect: 'view',
      input: object({ no: book }),
      output: row,
      plan(state, _view, input) {
        const record = find(state, input)
        return record ? { output: record, viewPatch: { focus: { entity: 'book', id: String(record['no']) } } } : gone()
      },
    }),
    defineCommand({
      ...common,
      id: 'lend',
      title: 'Lend',
      effect: 'write',
      input: object({ no: book, heldBy: reader('heldBy') }),
      output: done,
      plan: (state, _view, input) => set(state, input, 'heldBy', input['heldBy'] ?? null),
    }),
    defineCommand({
      ...common,
      id: 'put',
      title: 'Put on a shelf',
      effect: 'write',
      input: object({ no: book, shelf: { type: 'string', enum: ['A', 'B', 'desk'], 'x-us': { edits: { field: 'shelf', op: 'set' } } } }),
      output: done,
      plan: (state, _view, input) => set(state, input, 'shelf', input['shelf'] ?? ''),
    }),
    defineCommand({
      ...common,
      id: 'mark',
      title: 'Mark',
      effect: 'write',
      input: object({
        no: book,
        marks: {
          type: 'array',
          items: { type: 'string' },
          uniqueItems: true,
          'x-us': { label: 'marks', edits: { field: 'marks', op: 'set' } },
        },
      }),
      output: done,
      plan: (state, _view, input) => set(state, input, 'marks', input['marks'] ?? []),
    }),
    defineCommand({
      ...common,
      id: 'count_pages',
      title: 'Count pages',
      effect: 'write',
      input: object({ no: book, pages: { type: 'integer', minimum: 1, 'x-us': { free: true, edits: { field: 'pages', op: 'set' } } } }),
      output: done,
      plan: (state, _view, input) => set(state, input, 'pages', input['pages'] ?? 1),
    }),
    defineCommand({
      ...common,
      id: 'jot',
      title: 'Jot down',
      effect: 'write',
      // Adds to what is there every time: done twice, it stands there twice.
      input: object({ no: book, words: { type: 'string', 'x-us': { free: true } } }),
      output: done,
      plan: (state, _view, input) =>
        set(state, input, 'notes', `${String(find(state, input)?.['notes'] ?? '')}${String(input['words'])}\n`),
    }),
    defineCommand({
      ...common,
      id: 'put_all',
      title: 'Put several on a shelf',
      effect: 'write',
      input: object({ books, shelf: { type: 'string', enum: ['A', 'B', 'desk'] } }),
      output: object({ count: { type: 'integer' } }),
      plan(state, _view, input) {
        const ids = input['books'] as readonly string[]
        const records = ids.map((no) => state.get('book', no))
        if (records.includes(undefined)) return gone()
        const patches = ids.map((id, place) => {
          const fields = { shelf: { from: records[place]?.['shelf'] ?? '', to: input['shelf'] ?? '' } }
          return { op: 'update' as const, entity: 'book', id, fields }
        })
        return { output: { count: ids.length }, patches: patches.filter(({ fields }) => fields.shelf.from !== fields.shelf.to) }
      },
    }),
  ],
}

export const loansIndex = new CatalogueIndex(loans)
export const loansValidators = runtimeValidators(loans)

const READERS = ['r-ada', 'r-bo', 'r-cy'].map((readerId) => ({ readerId, name: readerId.slice(2) }))

export const shelf = (): readonly JsonObject[] =>
  ['Sea', 'Sky', 'Sea and sky', 'Moss', 'Fern'].map((title, place) => ({
    no: `B${place + 1}`,
    title,
    heldBy: place === 0 ? 'r-ada' : null,
    waiting: place === 1 ? 'r-cy' : null,
    shelf: 'A',
    notes: '',
    pages: 100 + ((place * 37) % 90),
    marks: place % 2 === 0 ? ['old'] : ['old', 'torn'],
  }))

export const loansBus = (books: readonly JsonObject[] = shelf()): Bus => busOver(loans, { book: books, reader: READERS })

export type Do = (command: string, input: JsonObject, evidence?: EvidenceMap) => void

/** One demonstration in the library. */
export function lent(show: (act: Do, bus: Bus) => void): Trace {
  const bus = loansBus()
  const recorder = createRecorder({ bus, clock: () => Date.UTC(2026, 10, 30, 12), newId: () => 'r1', me: () => undefined })
  recorder.start()
  show((command, input, evidence = {}) => void doIt(bus, command, input, { evidence }), bus)
  const stopped = recorder.stop()
  if (!stopped.ok) throw new Error(stopped.error.message)
  return stopped.value.trace
}

/** Evidence of a record taken from the list on show. */
export const taken = (ordinal: number): EvidenceMap => ({ no: { how: 'picked', from: 'list', ordinal } })
export const OPEN: EvidenceMap = { no: { how: 'focus', from: 'opened' } }
export const TYPED = { how: 'typed' } as const
