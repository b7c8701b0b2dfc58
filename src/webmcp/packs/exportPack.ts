import type { CatalogueIndex } from '../../bus/command.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import type { JsonSchema } from '../../bus/schema.ts'
import { effectSentence } from '../../teach/procedure/effects.ts'
import type { Procedure } from '../../teach/procedure/types.ts'
import { exportRecording } from '../../teach/recording/exportRecording.ts'
import type { Recording } from '../../teach/recording/types.ts'
import type { ToolRecord } from '../library/types.ts'
import { isAsApproved } from '../registry/standing.ts'
import { PACK_FORMAT, PACK_LIMITS, type Pack, type PackTool } from './format.ts'
import { SCHEMA_KEYWORDS } from './procedureShape.ts'

export interface ExportPorts {
  readonly index: CatalogueIndex
  readonly recording: (recordingId: string) => Recording | undefined
  /** ISO time of the export. */
  readonly now: string
}

export interface PackOptions {
  /** Demonstrations with what users of the desk wrote; otherwise such texts are left out of them. */
  readonly includeText: boolean
}

export interface ExportedPack {
  readonly text: string
  readonly pack: Pack
  /** What was left out, in words. */
  readonly left: readonly string[]
}

/**
 * Tools as the text of a pack. Of a tool its approved texts and program go out, and its demonstrations; never anything
 * of its runs. A tool that is not what was approved is left behind.
 * @returns `NOT_FOUND` where there is nothing to export, `LIMIT` for more tools than a pack holds
 */
export function exportPack(tools: readonly ToolRecord[], { includeText }: PackOptions, ports: ExportPorts): Result<ExportedPack> {
  const sound = tools.filter(isAsApproved)
  if (sound.length === 0) return fail('NOT_FOUND', 'There is no tool to export yet. Teach one, or import a pack.')
  if (sound.length > PACK_LIMITS.tools) {
    return fail(
      'LIMIT',
      `A pack holds at most ${PACK_LIMITS.tools} tools, and there are ${sound.length}. Search for those you want, then export.`,
    )
  }
  const changed = tools.length - sound.length
  const left = changed > 0 ? [`${changed} ${changed === 1 ? 'tool is' : 'tools are'} not what was approved`] : []
  const whole = packOf(
    sound.map((tool) => packTool(tool, includeText, ports)),
    ports.now,
  )
  const text = textOf(whole)
  if (sizeOf(text) <= PACK_LIMITS.bytes) return ok({ text, pack: whole, left })
  const bare = packOf(
    whole.tools.map(({ traces: _, ...tool }) => tool),
    ports.now,
  )
  return ok({ text: textOf(bare), pack: bare, left: [...left, 'the demonstrations do not fit into one pack'] })
}

const packOf = (tools: readonly PackTool[], exportedAt: string): Pack => ({ format: PACK_FORMAT, version: 1, exportedAt, tools })

const textOf = (pack: Pack): string => `${JSON.stringify(pack, null, 1)}\n`

const sizeOf = (text: string): number => new TextEncoder().encode(text).length

function packTool(tool: ToolRecord, includeText: boolean, { index, recording }: ExportPorts): PackTool {
  const { compiled, procedure, digest } = tool
  const traces = tool.recordingIds.flatMap((id) => recording(id) ?? []).slice(0, PACK_LIMITS.traces)
  return {
    name: tool.name,
    title: compiled.title,
    description: authorText(compiled.description, effectSentence(procedure, index)),
    procedure: portable(procedure),
    digest,
    ...(traces.length > 0 ? { traces: traces.map((trace) => exportRecording(trace, { includeText }, index)) } : {}),
  }
}

/** A description without the computed sentence at its end. */
export function authorText(description: string, sentence: string): string {
  return description.endsWith(sentence) ? description.slice(0, description.length - sentence.length).trimEnd() : description
}

/** The program with the schemas of its parameters as far as a file may hold them: for people who read it. */
const portable = (procedure: Procedure): Procedure => ({
  ...procedure,
  params: procedure.params.map((param) => ({ ...param, schema: portableSchema(param.schema) })),
})

function portableSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => Object.hasOwn(SCHEMA_KEYWORDS, keyword)))
  return {
    ...kept,
    ...(schema.items ? { items: portableSchema(schema.items) } : {}),
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(portableSchema) } : {}),
  }
}
