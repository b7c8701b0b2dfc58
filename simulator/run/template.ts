import { isList, isObject, type Json } from '../json.ts'

/** Values scripts can name: results of earlier steps, and their own. */
export type Variables = ReadonlyMap<string, Json>

/** A name in a script that stands for nothing. */
export class UnknownVariable extends Error {
  override readonly name = 'UnknownVariable'
}

const WHOLE = /^\{\{\s*([^{}]+?)\s*\}\}$/
const WITHIN = /\{\{\s*([^{}]+?)\s*\}\}/g

/**
 * Puts earlier values in place of `{{name.path}}`. A text that is nothing but one name becomes the value itself;
 * names within a text, and in keys of objects, become text.
 * @throws UnknownVariable when a name stands for nothing
 */
export function fillIn(value: Json, variables: Variables): Json {
  if (typeof value === 'string') {
    const whole = WHOLE.exec(value)?.[1]
    if (whole !== undefined) return lookUp(whole, variables)
    return fillText(value, variables)
  }
  if (isList(value)) return value.map((item) => fillIn(item, variables))
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [fillText(key, variables), fillIn(item, variables)]))
  return value
}

const fillText = (text: string, variables: Variables): string =>
  text.replaceAll(WITHIN, (_, name: string) => {
    const found = lookUp(name, variables)
    return typeof found === 'string' ? found : JSON.stringify(found)
  })

function lookUp(path: string, variables: Variables): Json {
  const [name = '', ...parts] = path.split('.')
  let value = variables.get(name)
  if (value === undefined) {
    const known = [...variables.keys()].join(', ') || 'none'
    throw new UnknownVariable(`{{${path}}}: no earlier step is named ${name} (known: ${known})`)
  }
  for (const [place, part] of parts.entries()) {
    const next: Json | undefined = isList(value) ? value.at(Number(part)) : isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
    if (next === undefined) throw new UnknownVariable(`{{${path}}}: there is no ${[name, ...parts.slice(0, place + 1)].join('.')}`)
    value = next
  }
  return value
}
