import { isObject, type Json, type JsonObject } from '../../bus/json.ts'
import type { JsonSchema } from '../../bus/schema.ts'
import { draftEntity, recordingEntity, toolEntity } from './entities.ts'

/**
 * What is wrong with the outer form of a stored record, in words, or null. Deep faults show when the record is used;
 * this keeps everything that reads a member from meeting something else.
 */
function faultOf(schema: JsonSchema, record: Json | undefined): string | null {
  if (!isObject(record)) return 'is no object'
  for (const [key, member] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(record, key)) {
      if (schema.required?.includes(key)) return `lacks ${key}`
      continue
    }
    const value = record[key]
    if (!isOfType(member, value)) return `has a wrong ${key}`
    if (member.const !== undefined && value !== member.const) return `is of another ${key}`
    if (member.enum && !member.enum.includes(value ?? null)) return `has a wrong ${key}`
  }
  return null
}

function isOfType(schema: JsonSchema, value: Json | undefined): boolean {
  return [schema.type ?? []].flat().some((type) => {
    switch (type) {
      case 'string':
        return typeof value === 'string'
      case 'integer':
        return Number.isInteger(value)
      case 'null':
        return value === null
      case 'array':
        return Array.isArray(value) && (schema.items?.type !== 'string' || value.every((item) => typeof item === 'string'))
      default:
        return isObject(value)
    }
  })
}

const everyIsObject = (list: Json | undefined): boolean => Array.isArray(list) && list.every(isObject)

export function recordingFault(record: Json | undefined): string | null {
  const fault = faultOf(recordingEntity.schema, record)
  if (fault !== null) return fault
  const { steps, slice } = record as JsonObject
  if (!everyIsObject(steps) || !(steps as readonly JsonObject[]).every(isStep)) return 'has a wrong step'
  return Object.values(slice as JsonObject).every(isObject) ? null : 'has a wrong slice'
}

const isStep = (step: JsonObject): boolean =>
  typeof step.stepId === 'string' &&
  typeof step.command === 'string' &&
  isObject(step.input) &&
  isObject(step.choices) &&
  isObject(step.evidence) &&
  everyIsObject(step.changes) &&
  everyIsObject(step.reads)

export function draftFault(record: Json | undefined): string | null {
  const fault = faultOf(draftEntity.schema, record)
  if (fault !== null) return fault
  return everyIsObject((record as JsonObject).edits) ? null : 'has a wrong edit'
}

export function toolFault(record: Json | undefined): string | null {
  const fault = faultOf(toolEntity.schema, record)
  if (fault !== null) return fault
  const { compiled, procedure, name } = record as { compiled: JsonObject; procedure: JsonObject; name: string }
  if (compiled.name !== name) return 'has another name than was approved'
  if (typeof compiled.title !== 'string' || typeof compiled.description !== 'string') return 'has a wrong text'
  if (!isObject(compiled.inputSchema) || !isObject(compiled.annotations)) return 'has a wrong schema'
  return procedure.version === 1 && Array.isArray(procedure.params) && Array.isArray(procedure.body) ? null : 'has a wrong procedure'
}
