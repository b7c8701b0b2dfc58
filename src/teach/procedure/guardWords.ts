import type { EntityDef } from '../../bus/entity.ts'
import { leafAt, type JsonSchema } from '../../bus/schema.ts'
import { joinWords, type Words } from '../../bus/words.ts'
import type { Literal } from '../recording/types.ts'
import { labelOf, singular, withArticle } from '../words/labels.ts'
import type { Guard } from './types.ts'
import { noNames, valueWords, type Names } from '../words/valueWords.ts'

/** A guard as a condition: *its status is open and it has the tag vip*. */
export const guardWords = (guard: Guard, entity: EntityDef, names: Names = noNames): Words =>
  joinWords(
    guard.map((literal) => literalWords(literal, entity, names)),
    ' and ',
  )

/** A guard as a description, to follow a noun: *that is urgent and has the tag vip*. */
export function describingWords(guard: Guard, entity: EntityDef, names: Names = noNames): Words {
  return joinWords(
    guard.map((literal) => describing(literal, entity, names)),
    ' and ',
  )
}

/** One literal about *it*. */
function literalWords(literal: Literal, entity: EntityDef, names: Names): Words {
  const { op, field } = literal
  const label = labelOf(entity, field)
  if (op === '=' || op === '!=') return [`its ${label} is ${op === '=' ? '' : 'not '}`, ...value(literal, entity, names)]
  return ['it ', ...having(literal, entity, names)]
}

function describing(literal: Literal, entity: EntityDef, names: Names): Words {
  const { op, field } = literal
  if (op !== '=' && op !== '!=') return ['that ', ...having(literal, entity, names)]
  const not = op === '=' ? '' : 'not '
  const said = value(literal, entity, names)
  return schemaOf(entity, field)?.enum ? [`that is ${not}`, ...said] : [`whose ${labelOf(entity, field)} is ${not}`, ...said]
}

function having(literal: Literal, entity: EntityDef, names: Names): Words {
  const { op, field } = literal
  const label = labelOf(entity, field)
  const many = schemaOf(entity, field)?.items !== undefined
  switch (op) {
    case 'empty':
      return ['has ', { kind: 'value', text: `no ${label}` }]
    case 'not-empty':
      return ['has ', { kind: 'value', text: many ? label : withArticle(label) }]
    case 'contains':
      return [many ? `has the ${singular(label)} ` : `has in its ${label} `, ...value(literal, entity, names)]
    default:
      return [many ? `does not have the ${singular(label)} ` : `does not have in its ${label} `, ...value(literal, entity, names)]
  }
}

function value({ field, value: wanted }: Literal, entity: EntityDef, names: Names): Words {
  const schema = schemaOf(entity, field) ?? {}
  return valueWords(Array.isArray(wanted) ? schema : (schema.items ?? schema), wanted ?? null, names, labelOf(entity, field))
}

const schemaOf = (entity: EntityDef, field: string): JsonSchema | undefined => leafAt(entity.schema, field)?.schema
