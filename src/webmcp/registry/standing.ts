import { digestOf } from '../../teach/compile/digest.ts'
import type { Library } from '../library/api.ts'
import type { ToolRecord } from '../library/types.ts'
import { LIVE_LIMIT } from './api.ts'

/** What the library's tools amount to: which are to be registered, and why the others are not. */
export interface Standing {
  readonly wanted: ReadonlyMap<string, ToolRecord>
  readonly surplus: ReadonlySet<string>
  readonly tampered: ReadonlySet<string>
}

const checked = new WeakMap<object, { readonly procedure: object; readonly digest: string }>()

/** Whether a tool still is what was approved. Its parts are frozen, so each is hashed once. */
export function isAsApproved(tool: ToolRecord): boolean {
  const known = checked.get(tool.compiled)
  if (known && known.procedure === tool.procedure) return known.digest === tool.digest
  try {
    const digest = digestOf(tool.compiled, tool.procedure)
    checked.set(tool.compiled, { procedure: tool.procedure, digest })
    return digest === tool.digest
  } catch {
    // A stored tool that cannot even be hashed is not what was approved.
    return false
  }
}

/** The first sixteen live tools by age of approval; those beyond stay stored and say so. */
export function standingOf(library: Pick<Library, 'tools'>): Standing {
  const wanted = new Map<string, ToolRecord>()
  const surplus = new Set<string>()
  const tampered = new Set<string>()
  for (const tool of library.tools()) {
    if (tool.state !== 'live') continue
    if (!isAsApproved(tool)) tampered.add(tool.name)
    else if (wanted.size >= LIVE_LIMIT) surplus.add(tool.name)
    else wanted.set(tool.name, tool)
  }
  return { wanted, surplus, tampered }
}
