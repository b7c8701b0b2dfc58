import type { JsonObject } from '../../bus/json.ts'
import type { Recording } from '../../teach/recording/types.ts'
import type { Procedure } from '../../teach/procedure/types.ts'

export const PACK_FORMAT = 'understudy/tool-pack'

/** What an exported pack is called. */
export const PACK_FILE = 'understudy-pack.json'

/** Bounds of a pack, whoever made it. */
export const PACK_LIMITS = Object.freeze({
  bytes: 8 * 1024 * 1024,
  tools: 64,
  /** Objects and arrays inside one another: the deepest program and recording there can be stay below. */
  depth: 48,
  /** Demonstrations of one tool. */
  traces: 8,
  /** Characters of one demonstration. Left-out texts are numbered, which may be longer than they were. */
  trace: 128 * 1024,
  /** Characters of one program. */
  procedure: 64 * 1024,
  name: 200,
  title: 200,
  description: 4000,
})

/**
 * One tool of a pack. Everything that is registered is computed anew from this; the digest only says what it was where
 * it was exported.
 */
export interface PackTool {
  readonly name: string
  readonly title: string
  /** The author's text, without the computed sentence of effects. */
  readonly description: string
  /** In a file the schemas of parameters tell a reader what they take; the catalogue's own are used instead. */
  readonly procedure: Procedure
  readonly digest: string
  readonly traces?: readonly Recording[]
}

/** Taught tools as a file. */
export interface Pack {
  readonly format: typeof PACK_FORMAT
  readonly version: 1
  readonly exportedAt: string
  readonly tools: readonly PackTool[]
}

/** A pack as it was read: within the bounds and of the right form, but not yet held against the catalogue. */
export type ParsedPack = Pack

/** Names that mean something to the language itself; nobody may use one as a key, a name or a part of a path. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Whether a key or dotted path holds a reserved name. */
export const isReserved = (path: string): boolean => path.split('.').some((part) => RESERVED.has(part))

/** A pack as plain data. */
export const packData = (pack: Pack): JsonObject => pack as unknown as JsonObject
