import { framedByOther, isStandIn } from '../webmcp/detect.ts'
import { tryTool, type Attempt } from './tryTool.ts'

/** What this page finds about WebMCP, in this browser and at this place. */
export interface Facts {
  readonly secure: boolean
  /** `other`: shown inside a page of another origin. */
  readonly framed: 'no' | 'same' | 'other'
  /**
   * What stands at `document.modelContext`: the browser's own, a script's stand-in for it, something that takes
   * no tools, nothing, or something this page may not even look at.
   */
  readonly host: 'own' | 'stand-in' | 'unusable' | 'absent' | 'unreadable'
  /** Names of its members, sorted. */
  readonly members: readonly string[]
  /** Whether the permissions policy lets this page have tools; null where the browser does not know the policy. */
  readonly policy: boolean | null
  readonly attempt: Attempt | null
}

/** Looks, and tries to register a tool that does nothing. Never rejects; never asks which browser this is. */
export async function lookAround(page: Window & typeof globalThis): Promise<Facts> {
  const host = readHost(page.document)
  const usable = host.kind === 'own' || host.kind === 'stand-in'
  return {
    secure: page.isSecureContext,
    framed: page.parent === page ? 'no' : framedByOther(page) ? 'other' : 'same',
    host: host.kind,
    members: host.value === null ? [] : membersOf(host.value),
    policy: policyOf(page.document),
    attempt: usable && host.value !== null ? await tryTool(host.value) : null,
  }
}

function readHost(from: Document): { readonly kind: Facts['host']; readonly value: object | null } {
  try {
    const value: unknown = Reflect.get(from, 'modelContext')
    if (typeof value !== 'object' || value === null) return { kind: 'absent', value: null }
    if (typeof Reflect.get(value, 'registerTool') !== 'function') return { kind: 'unusable', value }
    return { kind: isStandIn(value) ? 'stand-in' : 'own', value }
  } catch {
    // A browser may forbid even the look.
    return { kind: 'unreadable', value: null }
  }
}

/** Members of its own and of its kind; those every object or event target has are left out. */
function membersOf(value: object): readonly string[] {
  const names = new Set<string>()
  for (let at: object | null = value; at && at !== Object.prototype && at !== EventTarget.prototype; at = Reflect.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor' && !name.startsWith('_')) names.add(name)
  }
  return [...names].sort()
}

/** The part of the policy's interface asked here, where the browser has it. */
interface Policy {
  features?(): readonly string[]
  allowsFeature?(feature: string): boolean
}

function policyOf(from: Document): boolean | null {
  const policy = (Reflect.get(from, 'permissionsPolicy') ?? Reflect.get(from, 'featurePolicy')) as Policy | null | undefined
  if (!policy?.features?.().includes('tools')) return null
  return policy.allowsFeature?.('tools') ?? null
}
