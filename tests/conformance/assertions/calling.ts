import type { Json } from '../../../src/bus/json.ts'
import type { Assertion } from '../assertion.ts'
import type { HostUnderTest, Tool } from '../hostUnderTest.ts'
import { answer, aTool, errorName, gate, outcome, plain, signalIn, slowTool } from '../tools.ts'

const SENT = 'the simulator learns, with a tool that does nothing, which form a host takes'

/** A tool that keeps what it was given. */
const keeping = (seen: unknown[]): Tool =>
  aTool('one', { execute: (input, second) => (seen.push(input, second), Promise.resolve({ ok: true })) })

/** What the tool is given when the host is called directly. */
async function givenTo({ context, register }: HostUnderTest, ...input: readonly unknown[]): Promise<Json> {
  const seen: unknown[] = []
  await register(keeping(seen))
  const [tool] = await context.getTools()
  const ended = await outcome((async () => context.executeTool(tool, ...input))())
  return 'error' in (ended as object) ? ended : plain(seen[0])
}

/** What the tool is given when an agent calls it. */
async function reaches(host: HostUnderTest, input: Json): Promise<Json> {
  const seen: unknown[] = []
  await host.register(keeping(seen))
  await host.call('one', input)
  return plain(seen[0])
}

/** How a tool is called, and what reaches it. */
export const calling: readonly Assertion[] = [
  {
    id: 'input-object',
    says: 'executeTool takes an object',
    observe: (host) => givenTo(host, { value: 'a' }),
    gives: { value: 'a' },
    bridge: { does: 'wants the JSON text of it, and rejects with an UnknownError', gives: { error: 'UnknownError' } },
    port: { evens: SENT, observe: (host) => reaches(host, { value: 'a' }) },
  },
  {
    id: 'input-text',
    says: 'executeTool refuses the text of an object with a TypeError',
    observe: (host) => givenTo(host, '{"value":"a"}'),
    gives: { error: 'TypeError' },
    bridge: { does: 'takes it, and gives the tool the object', gives: { value: 'a' } },
    port: { passes: 'the simulator sends text only where a host wants it; a tool of ours takes either' },
  },
  {
    id: 'input-nothing',
    says: 'executeTool without any input gives the tool an empty object',
    observe: (host) => givenTo(host),
    gives: {},
    bridge: { does: 'rejects with an UnknownError, and the tool does not run', gives: { error: 'UnknownError' } },
    port: { evens: 'the simulator always sends an object, if an empty one', observe: (host) => reaches(host, {}) },
  },
  {
    id: 'input-equal',
    says: 'what an agent gives arrives equal',
    observe: (host) => reaches(host, { text: 'é🚀', number: 1.5, yes: true, nothing: null, list: [1, { deep: [] }] }),
    gives: { text: 'é🚀', number: 1.5, yes: true, nothing: null, list: [1, { deep: [] }] },
  },
  {
    id: 'input-copy',
    says: 'what a tool does to its input does not reach the caller',
    async observe(host) {
      const input = { list: ['a'] }
      await host.register(aTool('one', { execute: async (given) => Object.assign(given as object, { list: [] }) }))
      await host.call('one', input)
      return input
    },
    gives: { list: ['a'] },
  },
  {
    id: 'input-unchecked-type',
    says: 'input of the wrong type is not checked',
    observe: (host) => reaches(host, { value: 7 }),
    gives: { value: 7 },
  },
  {
    id: 'input-unchecked-missing',
    says: 'input that lacks what the schema requires is not checked',
    async observe(host) {
      const seen: unknown[] = []
      const inputSchema = { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] }
      await host.register({ ...keeping(seen), inputSchema })
      await host.call('one', {})
      return plain(seen[0])
    },
    gives: {},
  },
  {
    id: 'input-unchecked-more',
    says: 'input with more than the schema allows is not checked',
    async observe(host) {
      const seen: unknown[] = []
      await host.register({ ...keeping(seen), inputSchema: { type: 'object', properties: {}, additionalProperties: false } })
      await host.call('one', { more: 1 })
      return plain(seen[0])
    },
    gives: { more: 1 },
  },
  {
    id: 'second-argument',
    says: 'execute is given a signal beside the input',
    async observe(host) {
      const seen: unknown[] = []
      await host.register(keeping(seen))
      await host.call('one')
      return signalIn(seen[1]) ? 'a signal' : plain(seen[1])
    },
    gives: 'a signal',
    bridge: { does: 'gives it nothing', gives: '(undefined)' },
    port: { passes: 'a run of ours has a signal of its own besides, which Stop and revoke abort' },
  },
  {
    id: 'signal-not-aborted',
    says: 'the signal of a run is not aborted by itself, nor when the run is over',
    async observe(host) {
      const slow = slowTool('one')
      await host.register(slow.tool)
      const call = host.call('one')
      await slow.begun
      const during = slow.signal()?.aborted ?? false
      slow.finish()
      await call
      return [during, slow.signal()?.aborted ?? false]
    },
    gives: [false, false],
  },
  {
    id: 'call-asynchronous',
    says: 'executeTool does not run the tool before it returns',
    async observe({ context, register }) {
      let ran = false
      await register(aTool('one', { execute: () => ((ran = true), Promise.resolve({ ok: true })) }))
      const [tool] = await context.getTools()
      const call = outcome((async () => context.executeTool(tool, {}))())
      const before = ran
      await call
      return before
    },
    gives: false,
  },
  {
    id: 'call-once',
    says: 'a call runs the tool once',
    async observe(host) {
      const seen: unknown[] = []
      await host.register(keeping(seen))
      await host.call('one')
      return seen.length / 2
    },
    gives: 1,
  },
  {
    id: 'calls-in-order',
    says: 'calls begin in the order they were made',
    async observe(host) {
      const begun: Json[] = []
      await host.register(aTool('one', { execute: async (input) => ({ begun: begun.push((input as { readonly n: number }).n) }) }))
      await Promise.all([1, 2, 3, 4, 5].map((n) => host.call('one', { n })))
      return begun
    },
    gives: [1, 2, 3, 4, 5],
  },
  {
    id: 'calls-at-once',
    says: 'two runs of one tool go on at the same time, and each caller gets its own answer',
    async observe(host) {
      const both = gate()
      let begun = 0
      await host.register(
        aTool('one', {
          async execute(input) {
            begun += 1
            if (begun === 2) both.open()
            await both.opened
            return { input }
          },
        }),
      )
      return Promise.all([1, 2].map((n) => answer(host.call('one', { n }))))
    },
    gives: [{ input: { n: 1 } }, { input: { n: 2 } }],
  },
  {
    id: 'answers-out-of-order',
    says: 'a quick run does not wait for a slow one',
    async observe(host) {
      const slow = slowTool('slow')
      await host.register(slow.tool)
      await host.register(aTool('quick'))
      const ended: string[] = []
      const first = host.call('slow').then(() => ended.push('slow'))
      await slow.begun
      await host.call('quick').then(() => ended.push('quick'))
      slow.finish()
      await first
      return ended
    },
    gives: ['quick', 'slow'],
  },
  {
    id: 'call-in-call',
    says: 'a run may call another tool',
    async observe(host) {
      await host.register(aTool('inner'))
      await host.register(aTool('outer', { execute: async () => ({ inner: await answer(host.call('inner', { value: 'a' })) }) }))
      return answer(host.call('outer'))
    },
    gives: { inner: { ok: true, tool: 'inner', input: { value: 'a' } } },
  },
  {
    id: 'register-in-call',
    says: 'a run may register a tool',
    async observe(host) {
      await host.register(aTool('one', { execute: async () => (await host.register(aTool('two')), { ok: true }) }))
      await host.call('one')
      return host.names()
    },
    gives: ['one', 'two'],
  },
  {
    id: 'call-nothing',
    says: 'executeTool without a tool is a TypeError',
    observe: ({ context }) => outcome((async () => context.executeTool())()),
    gives: { error: 'TypeError' },
    port: { leaves: 'it calls nothing' },
  },
  {
    id: 'call-made-up',
    says: 'a tool that is not from the list is refused',
    async observe({ context, register }) {
      await register(aTool('one'))
      try {
        await context.executeTool({ name: 'one' }, {})
        return 'called'
      } catch (error) {
        return errorName(error)
      }
    },
    gives: 'TypeError',
    port: { leaves: 'it calls nothing' },
  },
  {
    id: 'activated-event',
    says: 'toolactivated is told when a run begins',
    async observe(host) {
      let times = 0
      const { signal } = host.controller()
      for (const target of [host.context, window]) target.addEventListener('toolactivated', () => (times += 1), { signal })
      await host.register(aTool('one'))
      await host.call('one')
      return times
    },
    gives: 1,
    bridge: { does: 'never tells', gives: 0 },
    port: { leaves: 'it needs no event: a run of ours tells the page itself' },
  },
]
