import type { EntityDef } from '../../bus/entity.ts'
import type { JsonSchema } from '../../bus/schema.ts'

const text: JsonSchema = { type: 'string' }
const texts: JsonSchema = { type: 'array', items: text }
const data: JsonSchema = { type: 'object' }
const list: JsonSchema = { type: 'array' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
/** What runs leave on a tool: it is no part of what was approved, and never stands in the way of an undo. */
const ofRuns = { 'x-us': { volatile: true } } as const

const objectOf = (properties: Readonly<Record<string, JsonSchema>>, optional: Readonly<Record<string, JsonSchema>> = {}): JsonSchema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
})

/** A demonstration as it was recorded. Large, so each is a stored chunk of its own. */
export const recordingEntity: EntityDef = Object.freeze({
  name: 'recording',
  one: 'recording',
  many: 'recordings',
  idField: 'recordingId',
  titleField: 'label',
  schema: objectOf({
    format: { type: 'string', const: 'understudy/recording' },
    version: { type: 'integer', const: 1 },
    recordingId: text,
    label: text,
    startedAt: text,
    endedAt: text,
    start: data,
    views: data,
    slice: data,
    steps: list,
    cuts: texts,
  }),
  rowFields: ['recordingId', 'label', 'startedAt'],
  chunk: 1,
})

/** A draft: its sources and what was said of it. */
export const draftEntity: EntityDef = Object.freeze({
  name: 'draft',
  one: 'draft',
  many: 'drafts',
  idField: 'draftId',
  titleField: 'name',
  versionField: 'version',
  touchedField: 'updatedAt',
  schema: objectOf(
    {
      draftId: text,
      version: { ...count, 'x-us': { volatile: true } },
      label: text,
      name: text,
      title: text,
      description: text,
      parameters: data,
      recordingIds: texts,
      answers: data,
      edits: list,
      status: { type: 'string', enum: ['open', 'published', 'discarded'] },
      request: { type: ['object', 'null'] },
      createdAt: text,
      updatedAt: { ...text, 'x-us': { volatile: true } },
    },
    { byHand: texts },
  ),
  rowFields: ['draftId', 'name', 'status'],
  chunk: 8,
})

/** An approved tool. */
export const toolEntity: EntityDef = Object.freeze({
  name: 'tool',
  one: 'tool',
  many: 'tools',
  idField: 'name',
  titleField: 'name',
  versionField: 'version',
  touchedField: 'updatedAt',
  schema: objectOf(
    {
      name: text,
      version: { ...count, 'x-us': { volatile: true } },
      compiled: data,
      procedure: data,
      digest: text,
      draftId: text,
      recordingIds: texts,
      state: { type: 'string', enum: ['live', 'disabled', 'revoked'] },
      approvedAt: text,
      updatedAt: { ...text, 'x-us': { volatile: true } },
      runCount: { ...count, ...ofRuns },
      lastRunAt: { type: ['string', 'null'], ...ofRuns },
      lastError: { type: ['object', 'null'], ...ofRuns },
    },
    { earlierRuns: { ...count, ...ofRuns } },
  ),
  rowFields: ['name', 'state', 'runCount', 'lastRunAt'],
  chunk: 8,
})

/** The library's part of the catalogue of records. */
export const libraryEntities: readonly EntityDef[] = [recordingEntity, draftEntity, toolEntity]
