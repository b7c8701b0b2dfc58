import type { Json } from '../../bus/json.ts'
import { ok, type Result } from '../../bus/results.ts'
import { LIMITS } from '../../teach/procedure/limits.ts'
import { recordingFault } from '../library/faults.ts'
import { recordingEntity } from '../library/entities.ts'
import { inside, refusePack, type Fault } from './fault.ts'
import { isReserved, PACK_FORMAT, PACK_LIMITS, type ParsedPack } from './format.ts'
import { migratePack } from './migratePack.ts'
import { procedureShape } from './procedureShape.ts'
import { reservedKey } from './reservedKey.ts'
import { anything, list, object, oneOf, text, type Shape } from './shape.ts'
import { textDepth } from './textDepth.ts'

/**
 * Reads a pack as far as the file alone goes: bounds first, then JSON, then its version, then the form of every member.
 * Pure, and throws for no text. Whatever is wrong refuses the pack whole, with the place.
 */
export function readPack(file: string): Result<ParsedPack> {
  const source = file.startsWith('\uFEFF') ? file.slice(1) : file
  const tooLarge = sizeFault(source)
  if (tooLarge) return refusePack(tooLarge, 'LIMIT')
  if (textDepth(source, PACK_LIMITS.depth) > PACK_LIMITS.depth) {
    return refusePack({ at: '', wrong: `nests more than ${PACK_LIMITS.depth} levels deep` }, 'LIMIT')
  }
  const parsed = parse(source)
  if (!parsed.ok) return parsed
  const reserved = reservedKey(parsed.value)
  if (reserved) return refusePack(reserved)
  const heading = object({ format: oneOf(PACK_FORMAT) })(headOf(parsed.value), '')
  if (heading) return refusePack({ at: '', wrong: `is no tool pack: ${heading.at || 'it'} ${heading.wrong}` })
  const current = migratePack(parsed.value as Extract<Json, { readonly [key: string]: Json }>)
  if (!current.ok) return current
  const wrong = packShape(current.value, '')
  return wrong ? refusePack(wrong) : ok(current.value as unknown as ParsedPack)
}

function sizeFault(source: string): Fault | null {
  const { bytes } = PACK_LIMITS
  // A character takes at least one byte, so most of what is too large need not be encoded to know it.
  const large = source.length > bytes || (source.length * 3 > bytes && new TextEncoder().encode(source).length > bytes)
  return large ? { at: '', wrong: `is larger than ${bytes / 1024 / 1024} MiB` } : null
}

function parse(source: string): Result<Json> {
  try {
    return ok(JSON.parse(source) as Json)
  } catch (error) {
    // The engine's own message quotes the file; only the place is taken from it.
    const place = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const line = place === undefined ? '' : ` at line ${source.slice(0, Number(place)).split('\n').length}`
    return refusePack({ at: '', wrong: `is not JSON${line}` })
  }
}

/** What tells a pack from any other JSON. */
const headOf = (value: Json): Json =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'format') ? { format: (value as { format: Json }).format } : {}

const time = text(40, {
  test: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
  like: 'a time such as 2026-11-30T09:00:00.000Z',
})
const digest = text(64, { test: (value) => /^[0-9a-f]{64}$/.test(value), like: '64 hexadecimal digits' })

const within = (most: number, shape: Shape): Shape => {
  return (value, at) => {
    const wrong = shape(value, at)
    if (wrong) return wrong
    const { length } = JSON.stringify(value)
    return length > most ? { at, wrong: `has ${length} characters, and ${most} are the most` } : null
  }
}

const plainName = text(64, { test: (value) => /^[A-Za-z0-9_-]+$/.test(value) && !isReserved(value), like: 'a plain name' })

/** Its form is looked at next; a step that was shown again leaves a mark that other demonstrations do not have. */
const members = object(
  Object.fromEntries(Object.keys(recordingEntity.schema.properties ?? {}).map((key): [string, Shape] => [key, anything])),
  { repairs: object({ recordingId: plainName, steps: list(plainName, LIMITS.rows) }) },
)

const trace: Shape = (value, at) => {
  const stray = members(value, at)
  if (stray) return stray
  const fault = recordingFault(value)
  if (fault !== null) return { at, wrong: fault }
  const { recordingId, label } = value as { readonly recordingId: string; readonly label: string }
  return plainName(recordingId, inside(at, 'recordingId')) ?? text(PACK_LIMITS.name)(label, inside(at, 'label'))
}

const tool = object(
  {
    name: text(PACK_LIMITS.name),
    title: text(PACK_LIMITS.title),
    description: text(PACK_LIMITS.description),
    procedure: within(PACK_LIMITS.procedure, procedureShape),
    digest,
  },
  { traces: list(within(PACK_LIMITS.trace, trace), PACK_LIMITS.traces) },
)

const packShape = object({ format: anything, version: anything, exportedAt: time, tools: list(tool, PACK_LIMITS.tools, 1) })
