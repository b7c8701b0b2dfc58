import type { SimulatorPage } from '../../port.ts'

/** One thing detection found out, in words. */
export interface HostFact {
  readonly what: string
  readonly is: string
}

const MEMBERS = ['registerTool', 'getTools', 'executeTool', 'ontoolchange', 'ontoolactivated', 'ontoolcancel']

/** What the host is like: found by looking at it, never by its version. */
export function hostFacts(page: SimulatorPage, window: Window): readonly HostFact[] {
  const context = readContext(page)
  const has = (name: string): boolean => context !== null && name in context
  return [
    { what: 'secure context', is: window.isSecureContext ? 'yes' : 'no: the browser offers no WebMCP here' },
    { what: 'framed', is: window.parent === window ? 'no' : 'yes' },
    { what: 'document.modelContext', is: context === null ? 'absent' : 'present' },
    ...(context === null ? [] : [{ what: 'members', is: MEMBERS.filter(has).join(', ') || 'none of those known' }]),
    ...(context === null ? [] : [{ what: 'calls are told on', is: has('ontoolactivated') ? 'modelContext' : 'ontoolactivated' in window ? 'window' : 'nothing' }]),
    ...(context === null ? [] : [{ what: 'MCP server beside it', is: has('listTools') ? 'yes' : 'no' }]),
  ]
}

function readContext(page: SimulatorPage): object | null {
  try {
    const found = page.modelContext()
    return typeof found === 'object' && found !== null ? found : null
  } catch {
    // Where the page may not even look there is nothing to describe.
    return null
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  absent: 'Switch on chrome://flags/#enable-webmcp-testing, or start the browser with --enable-features=WebMCP. The bridge needs neither.',
  insecure: 'Open the page on https or on localhost.',
  framed: 'Open the page by itself, not in the frame of another site.',
  policy: 'The site’s Permissions-Policy keeps tools away: allow tools=(self).',
  off: 'The address says ?webmcp=off. Choose a host above.',
  error: 'The host failed when the page asked it. Reload, or try the other host.',
}

/** Which host, why, and what to do where there is none or its list is empty. */
export function hostWords(page: SimulatorPage, listed: number): { readonly title: string; readonly text: string } {
  if (page.mode === 'degraded') {
    const reason = page.reason ?? 'absent'
    return { title: `No host (${reason})`, text: ADVICE[reason] ?? '' }
  }
  const title = page.mode === 'native' ? 'The browser’s own document.modelContext' : 'The bridge: @mcp-b/global over its polyfill'
  if (listed > 0) return { title, text: `${listed} ${listed === 1 ? 'tool' : 'tools'} listed.` }
  return { title, text: 'The host is there and lists no tools: none was registered, or each registration was refused. The log and the switches under Faults say which.' }
}
