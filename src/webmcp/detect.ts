import type { DegradedReason } from './provider.ts'

/** What detection looks at, and nothing else: `navigator` is never touched. */
export interface HostEnvironment {
  /** The address's query, with its question mark. */
  readonly search: string
  readonly isSecureContext: boolean
  /** Shown inside a page of another origin. */
  readonly framed: boolean
  /** `document.modelContext`, read afresh. May throw. */
  modelContext(): unknown
  /** This build can start the bridge. */
  readonly bridge: boolean
}

export type Detected =
  | { readonly mode: 'native' }
  /** `there`: somebody else put a bridge on the page already. A second one would answer every call twice. */
  | { readonly mode: 'bridge'; readonly there?: true }
  | { readonly mode: 'degraded'; readonly reason: DegradedReason }

/**
 * Decides which host this page load talks to. By what is there, never by version; `?webmcp=native|bridge|off`
 * decides for one load. Never throws.
 */
export function detectHost(environment: HostEnvironment): Detected {
  const wish = new URLSearchParams(environment.search).get('webmcp')
  if (wish === 'off') return degraded('off')
  if (environment.framed) return degraded('framed')
  if (!environment.isSecureContext) return degraded('insecure')
  const found = lookAt(environment)
  if (wish !== 'native' && found === 'bridge') return { mode: 'bridge', there: true }
  if (wish !== 'bridge' && found === 'native') return { mode: 'native' }
  if (wish !== 'native' && environment.bridge) return { mode: 'bridge' }
  return degraded(found === 'error' ? 'error' : 'absent')
}

/** Libraries that stand in for the browser's own `modelContext` mark theirs, so that their copies know each other. */
const STAND_INS = ['__isBrowserMcpServer', '__isWebMCPPolyfill']

/** Whether a script put this `modelContext` there, not the browser. */
export const isStandIn = (host: object): boolean => STAND_INS.some((mark) => Reflect.get(host, mark) === true)

function lookAt(environment: HostEnvironment): 'native' | 'bridge' | 'absent' | 'error' {
  try {
    const host = environment.modelContext()
    if (typeof host !== 'object' || host === null || typeof Reflect.get(host, 'registerTool') !== 'function') return 'absent'
    return isStandIn(host) ? 'bridge' : 'native'
  } catch {
    // The page may be forbidden to look; whatever the host says, there is nothing to register with.
    return 'error'
  }
}

const degraded = (reason: DegradedReason): Detected => ({ mode: 'degraded', reason })

/** The environment of a real page. */
export function hostEnvironment(page: Window & typeof globalThis, bridge: boolean): HostEnvironment {
  return {
    search: page.location.search,
    isSecureContext: page.isSecureContext,
    framed: framedByOther(page),
    modelContext: () => (page.document as { readonly modelContext?: unknown }).modelContext,
    bridge,
  }
}

/** Whether any page around this one is of another origin, or hides where it is from. */
export function framedByOther(page: Window): boolean {
  let inner: Window = page
  while (inner.parent !== inner) {
    try {
      if (inner.parent.location.origin !== page.location.origin) return true
    } catch {
      // Reading the address of a page of another origin is refused by the browser.
      return true
    }
    inner = inner.parent
  }
  return false
}
