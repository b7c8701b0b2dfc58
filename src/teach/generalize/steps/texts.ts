import { isObject, type Json } from '../../../bus/json.ts'

/** Every string in a value, in order. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

/** A value with every string in it replaced. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => mapTexts(item, change))
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)])) : value
}
