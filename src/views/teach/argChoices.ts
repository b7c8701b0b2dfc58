import type { Json } from '../../bus/json.ts'
import { meaningOf } from '../../bus/schema.ts'
import type { JsonSchema } from '../../bus/schema.ts'
import type { Option } from '../../ui/matchOptions.ts'
import type { Names } from './useNames.ts'

/** An option with the value it stands for, which need not be a text. */
export interface Choice extends Option {
  readonly json: Json
}

const choice = (json: Json, label: string, more: Partial<Option> = {}): Choice => ({ ...more, value: keyOf(json), label, json })

/** What an option for this value is called by. */
export const keyOf = (json: Json): string => (typeof json === 'string' ? json : json === null ? '' : JSON.stringify(json))

/** The values to choose from for a parameter, or for an item of a list; null where anything may be typed. */
export function choicesOf(schema: JsonSchema, names: Pick<Names, 'options'>): readonly Choice[] | null {
  const item = schema.items ?? schema
  const types = [item.type ?? []].flat()
  const { entity, nobody } = meaningOf(schema)
  if (item.enum) return item.enum.map((value) => choice(value, value === null ? 'nobody' : String(value as string | number | boolean).replaceAll('_', ' ')))
  if (types.includes('boolean')) return [choice(true, 'yes'), choice(false, 'no')]
  if (entity === undefined) return null
  return [
    ...(types.includes('null') ? [choice(null, 'nobody', { keywords: 'none unassign' })] : []),
    ...(nobody === undefined ? [] : [choice(nobody, 'nobody', { keywords: 'none unassigned' })]),
    ...names.options(entity).map((option) => ({ ...option, json: option.value })),
  ]
}

/** What was typed as a value of the parameter; undefined for nothing. A number that is none stays text, which is then refused. */
export function typedValue(schema: JsonSchema, text: string): Json | undefined {
  if (text.trim() === '') return undefined
  const types = [schema.type ?? []].flat()
  if (schema.items) {
    const items = text.split('\n').map((line) => line.trim())
    return items.filter((line) => line !== '')
  }
  const numeric = types.includes('number') || types.includes('integer')
  return numeric && Number.isFinite(Number(text)) ? Number(text) : text
}

/** A value as it is typed: lists one item a line. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map((item) => textOf(item as Json)).join('\n') : typeof value === 'string' ? value : JSON.stringify(value)
}
