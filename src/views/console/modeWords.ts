import type { DegradedReason, Mode } from '../../webmcp/provider.ts'

/** What the page can offer agents at the moment, in two lines. */
export interface ModeWords {
  readonly title: string
  readonly text: string
}

const REASONS: Readonly<Record<DegradedReason, string>> = {
  absent: 'This browser has none. Everything else works; taught tools run from here.',
  insecure: 'It needs https or localhost. Everything else works.',
  framed: 'Not offered inside another site’s frame. Open this page by itself.',
  policy: 'This site’s policy forbids it. Everything else works.',
  off: 'Switched off for this page. Everything else works.',
  error: 'The browser’s own failed to answer. Reload to try again.',
}

/**
 * @param taught how many taught tools are registered
 * @param tokens about how much an agent reads to know all tools; 0 when not known
 */
export function modeWords(mode: Mode, reason: DegradedReason | undefined, taught: number, tokens: number): ModeWords {
  if (mode === 'degraded') return { title: 'No WebMCP', text: REASONS[reason ?? 'absent'] }
  const tools = `3 fixed and ${taught} taught ${taught === 1 ? 'tool' : 'tools'}`
  return {
    title: mode === 'native' ? 'Native WebMCP' : 'WebMCP bridge',
    text: tokens > 0 ? `${tools}, about ${tokens} tokens` : tools,
  }
}
