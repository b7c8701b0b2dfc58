import type { Facts } from './lookAround.ts'

/** A piece of text; `code` is something to be typed or copied as it is. */
export type Piece = string | { readonly code: string }

export interface Advice {
  /** `works`: tools can be registered here. `partly`: they can, but not as the browser's own. */
  readonly state: 'works' | 'partly' | 'not'
  readonly title: string
  /** What to do, one way a paragraph. */
  readonly ways: readonly (readonly Piece[])[]
}

const FLAG = { code: 'chrome://flags/#enable-webmcp-testing' }
const SWITCH = { code: '--enable-features=WebMCP' }

/** How to get WebMCP where the browser has it, but not switched on. */
const SWITCH_ON: Advice['ways'] = [
  ['In Chrome or another browser built on Chromium: open ', FLAG, ' in a tab of its own, choose Enabled, and start the browser anew.'],
  ['Or start the browser with ', SWITCH, '.'],
  ['If the browser does not know the setting, it is too old: update it first.'],
  ['In any other browser: the console offers a bridge for agents, on the WebMCP card at its left edge.'],
]

/** What the facts mean, and what to do about them: the first thing that stands in the way. */
export function adviseOn(facts: Facts): Advice {
  const { secure, framed, host, policy, attempt } = facts
  if (framed === 'other') {
    return not('This page is inside another site’s frame', [
      ['Open it by itself, in a tab of its own. Inside a frame Understudy offers agents nothing, whatever the browser allows.'],
    ])
  }
  if (!secure) {
    return not('This address is not secure', [
      ['Browsers offer WebMCP only on ', { code: 'https://' }, ' and on ', { code: 'http://localhost' }, '. Open the console at such an address.'],
      ['Afterwards come back to this page: it may have to be switched on as well.'],
    ])
  }
  if (host === 'absent') return not('This browser has no WebMCP switched on', SWITCH_ON)
  if (host === 'unreadable') {
    return not('This browser does not let the page look', [['Reload this page. If that does not help, look for an extension or a policy that blocks it.']])
  }
  if (host === 'unusable') {
    return not('What this browser has takes no tools', [['It is another version of WebMCP than this page knows. Update the browser, and turn off extensions that bring their own.']])
  }
  if (policy === false || (attempt?.ok === false && isRefusal(attempt.name))) {
    return not('A policy forbids tools on this page', [
      ['WebMCP is there, and the site’s ', { code: 'Permissions-Policy' }, ' header leaves no room for it. Whoever runs the site can allow ', { code: 'tools=(self)' }, '.'],
      ...(framed === 'same' ? [['The page is in a frame; the frame needs ', { code: 'allow="tools"' }, '.'] as const] : []),
    ])
  }
  if (attempt?.ok === false) {
    return not('WebMCP is there, but refused a tool', [['Reload this page to try again. The browser’s own words are below.']])
  }
  if (attempt?.ok === true && (attempt.listed === false || attempt.removed === false)) {
    return {
      state: 'partly',
      title: 'WebMCP is there, but its list does not follow',
      ways: [['A tool was taken, and the list of tools did not show it come and go. Update the browser, and reload this page.']],
    }
  }
  if (host === 'stand-in') {
    return {
      state: 'partly',
      title: 'A script stands in for WebMCP here',
      ways: [['Tools can be registered, and agents that come through that script find them. The browser’s own WebMCP is hidden or not there.'], ...SWITCH_ON.slice(0, 2)],
    }
  }
  return { state: 'works', title: 'WebMCP works here', ways: [['Nothing has to be switched on. Tools you teach in the console are there for agents.']] }
}

const not = (title: string, ways: Advice['ways']): Advice => ({ state: 'not', title, ways })

const isRefusal = (name: string): boolean => name === 'NotAllowedError' || name === 'SecurityError'
