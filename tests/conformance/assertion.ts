import type { Json } from '../../src/bus/json.ts'
import type { HostUnderTest } from './hostUnderTest.ts'

/** One behaviour of a WebMCP host: what is looked at, once for every host, and what each of them gives. */
export interface Assertion {
  readonly id: string
  /** What the browser does, as a sentence. */
  readonly says: string
  /** Does something with a host and tells what came of it. */
  observe(host: HostUnderTest): Promise<Json>
  /** What the browser gives; every other host too, unless said below. */
  readonly gives: Json
  /** Where the bridge, as it comes, does something else. */
  readonly bridge?: { readonly does: string; readonly gives: Json }
  /** What our port does about it, or does in its own way. Left out where it gives what the browser gives. */
  readonly port?: PortWay
}

/**
 * `evens`: gives what the browser gives, on both hosts, and how. `promises`: gives something else on purpose, alike on
 * both hosts. `passes`: hands on what each host gives, and why. `leaves`: not asked of the port, and why.
 */
export type PortWay =
  | { readonly evens: string; readonly observe?: Assertion['observe'] }
  | { readonly promises: string; readonly gives: Json; readonly observe?: Assertion['observe'] }
  | { readonly passes: string }
  | { readonly leaves: string }

export type HostName = 'native' | 'bridge' | 'port on native' | 'port on bridge'

export const isPort = (host: HostName): boolean => host === 'port on native' || host === 'port on bridge'

/** What an assertion is to find on a host; null where it does not ask that host. */
export function expectedOn(host: HostName, { observe, gives, bridge, port }: Assertion): Pick<Assertion, 'observe' | 'gives'> | null {
  const raw = { observe, gives: bridge && (host === 'bridge' || host === 'port on bridge') ? bridge.gives : gives }
  if (!isPort(host)) return raw
  if (!port) return { observe, gives }
  if ('leaves' in port) return null
  if ('passes' in port) return raw
  return { observe: port.observe ?? observe, gives: 'promises' in port ? port.gives : gives }
}
