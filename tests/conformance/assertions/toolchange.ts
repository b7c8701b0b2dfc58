import type { Assertion } from '../assertion.ts'
import type { HostUnderTest } from '../hostUnderTest.ts'
import { aTool, outcome, quiet, until } from '../tools.ts'

const ONCE = 'told once, when the list has been quiet for 50 ms'

/** How often a listener is told while something happens, and until the host has been quiet. */
async function told(host: HostUnderTest, happens: () => Promise<unknown>, atLeast = 1): Promise<number> {
  // What an earlier assertion left behind may still be told.
  await quiet()
  let times = 0
  const stop = host.onToolChange(() => (times += 1))
  await happens()
  await until(() => times >= atLeast)
  await quiet()
  stop()
  return times
}

const batch = (host: HostUnderTest): Promise<unknown> => Promise.all(['a', 'b', 'c'].map((name) => host.register(aTool(name))))

/** How a host tells that its list changed. */
export const toolchange: readonly Assertion[] = [
  {
    id: 'change-register',
    says: 'a registration is told once',
    observe: (host) => told(host, () => host.register(aTool('one'))),
    gives: 1,
  },
  {
    id: 'change-abort',
    says: 'a removal is told once',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'), controller.signal)
      return told(host, async () => controller.abort())
    },
    gives: 1,
  },
  {
    id: 'change-each',
    says: 'three registrations made at once are told three times',
    observe: (host) => told(host, () => batch(host), 3),
    gives: 3,
    port: { promises: ONCE, gives: 1 },
  },
  {
    id: 'change-replace',
    says: 'a removal and a registration in one task are told twice',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'), controller.signal)
      return told(
        host,
        () => {
          controller.abort()
          return host.register(aTool('one'))
        },
        2,
      )
    },
    gives: 2,
    port: { promises: ONCE, gives: 1 },
  },
  {
    id: 'change-before-resolved',
    says: 'it is told before the registration resolves',
    async observe(host) {
      await quiet()
      const order: string[] = []
      host.onToolChange(() => order.push('told'))
      await host.register(aTool('one')).then(() => order.push('resolved'))
      await until(() => order.length >= 2)
      return order
    },
    gives: ['told', 'resolved'],
    port: {
      promises: 'told when the list has been quiet for 50 ms, and the tool is in it',
      gives: [['one']],
      async observe(host) {
        await quiet()
        const found: string[][] = []
        host.onToolChange(() => void host.names().then((names) => found.push(names)))
        await host.register(aTool('one'))
        await until(() => found.length > 0)
        return found
      },
    },
  },
  {
    id: 'change-asynchronous',
    says: 'it is not told within the abort, but soon after',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'), controller.signal)
      await quiet()
      let times = 0
      host.onToolChange(() => (times += 1))
      controller.abort()
      const within = times
      await until(() => times > 0)
      return [within, times]
    },
    gives: [0, 1],
  },
  {
    id: 'change-list-true',
    says: 'whoever is told finds the change in the list',
    async observe(host) {
      const found: string[][] = []
      host.onToolChange(() => void host.names().then((names) => found.push(names)))
      await batch(host)
      await until(() => found.at(-1)?.length === 3)
      return found.at(-1) ?? null
    },
    gives: ['a', 'b', 'c'],
  },
  {
    id: 'change-refused',
    says: 'a refused registration is not told',
    async observe(host) {
      await host.register(aTool('one'))
      return told(host, () => outcome(host.register(aTool('one'))), 0)
    },
    gives: 0,
  },
  {
    id: 'change-aborted-already',
    says: 'a registration with an aborted signal is not told',
    observe: (host) => told(host, () => outcome(host.register(aTool('one'), AbortSignal.abort())), 0),
    gives: 0,
  },
  {
    id: 'change-listener-gone',
    says: 'who stopped listening is not told',
    async observe(host) {
      await quiet()
      let times = 0
      host.onToolChange(() => (times += 1))()
      await host.register(aTool('one'))
      await quiet()
      return times
    },
    gives: 0,
  },
  {
    id: 'change-every-listener',
    says: 'every listener is told',
    async observe(host) {
      await quiet()
      const heard: string[] = []
      host.onToolChange(() => heard.push('first'))
      host.onToolChange(() => heard.push('second'))
      await host.register(aTool('one'))
      await until(() => heard.length >= 2)
      return heard
    },
    gives: ['first', 'second'],
  },
  {
    id: 'change-attribute',
    says: 'ontoolchange is told as well',
    async observe({ context, register }) {
      await quiet()
      let times = 0
      context.ontoolchange = () => (times += 1)
      await register(aTool('one'))
      await until(() => times > 0)
      context.ontoolchange = null
      return times
    },
    gives: 1,
    port: { leaves: 'it listens with addEventListener' },
  },
  {
    id: 'change-event',
    says: 'the event is called toolchange, comes from modelContext, and neither bubbles nor can be cancelled',
    async observe({ context, register, controller }) {
      let seen: Event | null = null
      context.addEventListener('toolchange', (event) => (seen = event), { signal: controller().signal })
      await register(aTool('one'))
      await until(() => seen !== null)
      const event = seen as Event | null
      return event && [event.type, event.target === context || event.target === null, event.bubbles, event.cancelable]
    },
    gives: ['toolchange', true, false, false],
    port: { leaves: 'it hands on no event' },
  },
]
