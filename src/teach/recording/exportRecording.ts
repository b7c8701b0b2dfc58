import type { CatalogueIndex } from '../../bus/command.ts'
import { isObject, type Json, type JsonObject } from '../../bus/json.ts'
import { leafAt, type JsonSchema } from '../../bus/schema.ts'
import type { Literal, RecordedEvidence, RecordedEvidenceMap, Recording, Step, StepChange, ViewSnapshot, Witness } from './types.ts'

export interface ExportOptions {
  /** Also what users of the desk wrote: subjects, bodies, names, tags, search texts. */
  readonly includeText: boolean
}

/** What a recording says of itself that was handed on without what users wrote. */
export const LEFT_OUT = 'User-written text was left out.'

/**
 * A recording to hand on. Unless asked for, user-written values are replaced by `‹text-N›`, the same text by the
 * same number, so that what was equal stays equal. What the schemas do not describe counts as user-written.
 * Arguments of runs are in no recording in the first place.
 */
export function exportRecording(recording: Recording, { includeText }: ExportOptions, index: CatalogueIndex): Recording {
  if (includeText) return recording
  const hide = new Hider(index)
  return {
    ...recording,
    views: mapEntries(recording.views, (view) => hide.view(view)),
    slice: Object.fromEntries(
      Object.entries(recording.slice).map(([entity, records]) => [entity, mapEntries(records, (record) => hide.record(record, entity))]),
    ),
    steps: recording.steps.map((step) => hide.step(step)),
    cuts: [...recording.cuts, LEFT_OUT],
  }
}

class Hider {
  private readonly numbers = new Map<string, number>()

  constructor(private readonly index: CatalogueIndex) {}

  record(record: JsonObject, entity: string): JsonObject {
    return this.object(record, this.index.entities.get(entity)?.schema)
  }

  view(view: ViewSnapshot): ViewSnapshot {
    const input = this.index.command(view.command)?.input
    return {
      ...view,
      query: this.object(view.query, input),
      evidence: this.evidence(view.evidence, input),
      rows: view.rows.map((row) => this.record(row, view.entity)),
    }
  }

  step(step: Step): Step {
    const command = this.index.command(step.command)
    return {
      ...step,
      input: this.object(step.input, command?.input),
      output: this.value(step.output, command?.output),
      evidence: this.evidence(step.evidence, command?.input),
      changes: step.changes.map((change) => this.change(change)),
      choices: mapEntries(step.choices, (witness, path) => this.witness(witness, command && leafAt(command.input, path)?.meaning.entity)),
    }
  }

  private change(change: StepChange): StepChange {
    const schema = this.index.entities.get(change.entity)?.schema.properties?.[change.field]
    const { before, after } = change
    return {
      ...change,
      ...(before === undefined ? {} : { before: this.value(before, schema) }),
      ...(after === undefined ? {} : { after: this.value(after, schema) }),
    }
  }

  private witness(witness: Witness, entity: string | undefined): Witness {
    const schema = entity === undefined ? undefined : this.index.entities.get(entity)?.schema
    const literal = (one: Literal): Literal =>
      one.value === undefined ? one : { ...one, value: this.value(one.value, schema && leafAt(schema, one.field)?.schema) }
    return { ...witness, literals: witness.literals.map(({ literal: one, count }) => ({ literal: literal(one), count })) }
  }

  private evidence(evidence: RecordedEvidenceMap, input: JsonSchema | undefined): RecordedEvidenceMap {
    const texts = (list: readonly string[], path: string): readonly string[] => {
      const schema = input && leafAt(input, path)?.schema
      return list.map((text) => this.value(text, schema?.items && !isUgc(schema) ? schema.items : schema) as string)
    }
    return Object.fromEntries(
      Object.entries(evidence).map(([path, one]): [string, RecordedEvidence] => {
        if (one.how !== 'toggled') return [path, one]
        const { added, removed } = one
        return [path, { ...one, ...(added ? { added: texts(added, path) } : {}), ...(removed ? { removed: texts(removed, path) } : {}) }]
      }),
    )
  }

  private object(object: JsonObject, schema: JsonSchema | undefined): JsonObject {
    return mapEntries(object, (value, key) => this.value(value, property(schema, key)))
  }

  private value(value: Json, schema: JsonSchema | undefined): Json {
    if (schema === undefined || isUgc(schema)) return this.hidden(value)
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => this.value(item, schema.items))
    if (isObject(value)) return this.object(value, schema)
    return value
  }

  private hidden(value: Json): Json {
    if (typeof value === 'string') return value === '' ? value : this.nameOf(value)
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => this.hidden(item))
    return isObject(value) ? mapEntries(value, (item) => this.hidden(item)) : value
  }

  private nameOf(text: string): string {
    const number = this.numbers.get(text) ?? this.numbers.size + 1
    this.numbers.set(text, number)
    return `‹text-${number}›`
  }
}

const isUgc = (schema: JsonSchema): boolean =>
  schema['x-us']?.ugc === true || (schema.anyOf ?? []).some(isUgc) || (schema.items !== undefined && isUgc(schema.items))

const property = (schema: JsonSchema | undefined, key: string): JsonSchema | undefined =>
  schema?.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined

const mapEntries = <T, U>(object: Readonly<Record<string, T>>, map: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))
