export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value)

/** A copy that holds JSON and nothing else. What JSON cannot say becomes null. */
export const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value) ?? 'null') as Json

/** One line, for messages: long values are cut. */
export function brief(value: Json | undefined, limit = 160): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`
}
