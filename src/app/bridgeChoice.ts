import type { Bus } from '../bus/bus.ts'
import type { Rec } from '../bus/state.ts'
import { preferencesOf } from './preferences.ts'

/** What the person said about letting agents in through the bridge. */
export interface BridgeChoice {
  /** Empty until they said anything. */
  current(): '' | 'on' | 'off'
  /** Remembers it; `on` and what ends it take effect when the page is loaded anew. @returns whether it is stored */
  choose(value: 'on' | 'off'): Promise<boolean>
}

/** The choice as a preference of this browser. @param settled what became of a commit */
export function bridgeChoice(bus: Bus, settled: (commitId: string) => Promise<string>): BridgeChoice {
  return {
    current: () => preferencesOf(bus.session.records).bridge,
    async choose(value) {
      const done = bus.dispatch('set_preference', { key: 'bridge', value }, { actor: 'operator', source: 'bridge' })
      if (!done.ok) return false
      const { commit } = done.value
      return commit === null || (await settled(commit.id)) === 'stored'
    },
  }
}

/** Whether the person has allowed the bridge, read from what storage holds: there is no bus yet when the host is chosen. */
export const allowsBridge = (stored: Readonly<Record<string, readonly Rec[]>>): boolean =>
  stored['preference']?.some(({ key, value }) => key === 'bridge' && value === 'on') ?? false
