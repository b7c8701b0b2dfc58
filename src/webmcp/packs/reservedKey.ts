import { isObject, type Json } from '../../bus/json.ts'
import { inside, type Fault } from './fault.ts'
import { isReserved } from './format.ts'

/** The first key anywhere in a value that is or holds a reserved name. Walks without recursion. */
export function reservedKey(value: Json): Fault | null {
  const todo: { readonly value: Json; readonly at: string }[] = [{ value, at: '' }]
  for (let here = todo.pop(); here; here = todo.pop()) {
    const { at } = here
    if (Array.isArray(here.value)) {
      for (const [place, item] of (here.value as readonly Json[]).entries()) todo.push({ value: item, at: inside(at, place) })
    } else if (isObject(here.value)) {
      for (const [key, item] of Object.entries(here.value)) {
        if (isReserved(key)) return { at: inside(at, key), wrong: 'has a name that is reserved' }
        todo.push({ value: item, at: inside(at, key) })
      }
    }
  }
  return null
}
