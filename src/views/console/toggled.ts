import type { Evidence } from '../../bus/evidence.ts'

/** A set after one of its members was switched on or off, and the evidence that says so. */
export function toggled<T extends string>(values: readonly T[], value: T, on: boolean): { readonly values: readonly T[]; readonly evidence: Evidence } {
  const others = values.filter((one) => one !== value)
  return on
    ? { values: [...others, value], evidence: { how: 'toggled', added: [value] } }
    : { values: others, evidence: { how: 'toggled', removed: [value] } }
}
