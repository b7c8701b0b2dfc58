import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/**
 * What a part of the program says right now, as a ref: read again whenever the part says it changed.
 * Ends with the scope it was made in.
 */
export function follow<T>(read: () => T, onChange: (listener: () => void) => () => void): Readonly<ShallowRef<T>> {
  const value = shallowRef(read())
  onScopeDispose(
    onChange(() => {
      value.value = read()
    }),
  )
  return value
}
