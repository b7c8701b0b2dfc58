import { fail, type Code, type Result } from '../../bus/results.ts'

/** What is wrong with a pack, and where. */
export interface Fault {
  /** As one would write it in a program: `tools[2].procedure.body[0].args.tags`. Empty: the pack itself. */
  readonly at: string
  /** To follow the place in words. */
  readonly wrong: string
}

/** A place one member further in. Keys come from the file, so one that is long or odd is not repeated. */
export const inside = (at: string, key: string | number): string => {
  if (typeof key === 'number') return `${at}[${key}]`
  const shown = /^[A-Za-z0-9_.-]{1,60}$/.test(key) ? key : '?'
  return at === '' ? shown : `${at}.${shown}`
}

/** A damaged pack is refused whole; the sentence says what to look at. */
export function refusePack({ at, wrong }: Fault, code: Code = 'INVALID_INPUT'): Extract<Result<never>, { ok: false }> {
  return fail(code, `Nothing was imported: ${at === '' ? 'the pack' : at} ${wrong}.`, at === '' ? {} : { path: at })
}
