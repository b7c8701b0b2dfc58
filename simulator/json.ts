export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value)

/** A copy that holds JSON and nothing else. What JSON cannot say becomes null. */
export function plain(value: unknown): Json {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? null : (JSON.parse(text) as Json)
}

/** A text as it is, anything else as JSON. */
export const asText = (value: Json | undefined): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value))

/** One line, for messages: long values are cut. */
export function brief(value: Json | undefined, limit = 160): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`
}
