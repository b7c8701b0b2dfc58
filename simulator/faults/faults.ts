/** What can be made to go wrong. */
export const FAULTS = {
  'hidden-tab': { title: 'Hidden tab', text: 'Timers fire once a second, no frames, the page says it is hidden.', unit: '' },
  'slow-steps': { title: 'Slow steps', text: 'A run of a taught tool takes this long before each step.', unit: 'ms' },
  'storage-slow': { title: 'Slow storage', text: 'Every call to storage takes this much longer.', unit: 'ms' },
  'storage-failing': { title: 'Failing storage', text: 'Storage refuses every write: no room left.', unit: '' },
  'revoke-mid-run': { title: 'Revoked mid-run', text: 'A taught tool is revoked after this step of its run.', unit: 'step' },
  'abort-after-step': { title: 'Caller gives up', text: 'The caller of a taught tool aborts after this step of its run.', unit: 'step' },
  'no-signal': { title: 'Host without signal', text: 'Tools are never told that the caller gave up.', unit: '' },
  'reject-registration': { title: 'Registration refused', text: 'The host refuses this registration, counted from the switch.', unit: 'nth' },
  'duplicate-listing': { title: 'Duplicate listing', text: 'The host lists every tool twice.', unit: '' },
  'other-tab-writes': { title: 'Second tab writes', text: 'Another tab writes the run’s ticket after this step.', unit: 'step' },
} as const

export type FaultId = keyof typeof FAULTS

export const isFault = (name: unknown): name is FaultId => typeof name === 'string' && Object.hasOwn(FAULTS, name)

export interface FaultSwitch {
  readonly on: boolean
  /** In the fault's unit. */
  readonly value: number
}

/** What a fault begins with when it has a number. */
export const DEFAULT_VALUE: Readonly<Record<FaultId, number>> = {
  'hidden-tab': 0,
  'slow-steps': 1_000,
  'storage-slow': 2_000,
  'storage-failing': 0,
  'revoke-mid-run': 1,
  'abort-after-step': 1,
  'no-signal': 0,
  'reject-registration': 1,
  'duplicate-listing': 0,
  'other-tab-writes': 1,
}

export interface FaultBoard {
  readonly all: () => ReadonlyMap<FaultId, FaultSwitch>
  /** The value of a fault that is on, or null. */
  on(id: FaultId): number | null
  set(id: FaultId, to: FaultSwitch): void
  /** Told after a switch was set, with which and how. */
  onChange(listener: (id: FaultId, to: FaultSwitch) => void): () => void
}

/** The switches of one page. Those that are on outlast a reload of the tab, so that faults can hit the boot. */
export function createFaultBoard(store: () => Pick<Storage, 'getItem' | 'setItem'>): FaultBoard {
  const KEY = 'understudy-faults'
  const switches = new Map<FaultId, FaultSwitch>()
  const listeners = new Set<(id: FaultId, to: FaultSwitch) => void>()
  for (const [id, value] of Object.entries(readKept(store, KEY))) {
    if (id in FAULTS && typeof value === 'number') switches.set(id as FaultId, { on: true, value })
  }
  return {
    all: () => switches,
    on(id) {
      const found = switches.get(id)
      return found?.on ? found.value : null
    },
    set(id, to) {
      switches.set(id, to)
      const kept = Object.fromEntries([...switches].filter(([, one]) => one.on).map(([name, one]) => [name, one.value]))
      try {
        store().setItem(KEY, JSON.stringify(kept))
      } catch {
        // Where the tab keeps nothing the switches end with the page.
      }
      for (const listener of listeners) listener(id, to)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function readKept(store: () => Pick<Storage, 'getItem'>, key: string): Record<string, unknown> {
  try {
    return JSON.parse(store().getItem(key) ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}
