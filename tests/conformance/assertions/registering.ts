import type { Assertion } from '../assertion.ts'
import { answer, answering, aTool, outcome, plain } from '../tools.ts'

const TYPED = 'the types of the port do not allow it'

/** What `registerTool` takes, refuses and gives. */
export const registering: readonly Assertion[] = [
  {
    id: 'register-resolves',
    says: 'registering resolves, with nothing',
    observe: async (host) => plain(await host.register(aTool('one'))),
    gives: '(undefined)',
  },
  {
    id: 'register-returns-promise',
    says: 'registering gives a promise',
    observe: async (host) => host.register(aTool('one')) instanceof Promise,
    gives: true,
  },
  {
    id: 'register-then-listed',
    says: 'a tool is listed once its registration resolved',
    async observe(host) {
      await host.register(aTool('one'))
      return host.names()
    },
    gives: ['one'],
  },
  {
    id: 'register-in-order',
    says: 'registrations made at once resolve in the order they were made',
    async observe(host) {
      const resolved: string[] = []
      await Promise.all(['c', 'a', 'b'].map((name) => host.register(aTool(name)).then(() => resolved.push(name))))
      return resolved
    },
    gives: ['c', 'a', 'b'],
  },
  {
    id: 'register-in-parallel',
    says: 'twenty registrations made at once all hold',
    async observe(host) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => host.register(aTool(`tool-${index}`))))
      return (await host.names()).length
    },
    gives: 20,
  },
  {
    id: 'duplicate-rejects',
    says: 'a name that is taken is refused with an InvalidStateError',
    async observe(host) {
      await host.register(aTool('one'))
      return outcome(host.register(aTool('one')))
    },
    gives: { error: 'InvalidStateError' },
  },
  {
    id: 'duplicate-at-once',
    says: 'of two registrations of one name made at once the first holds',
    async observe(host) {
      const settled = await Promise.allSettled([host.register(answering('one', 'first')), host.register(answering('one', 'second'))])
      return [...settled.map(({ status }) => status), await answer(host.call('one'))]
    },
    gives: ['fulfilled', 'rejected', { words: 'first' }],
  },
  {
    id: 'duplicate-keeps-first',
    says: 'a refused duplicate leaves the first tool as it was',
    async observe(host) {
      await host.register(answering('one', 'first'))
      await outcome(host.register(answering('one', 'second')))
      return [await host.names(), await answer(host.call('one'))]
    },
    gives: [['one'], { words: 'first' }],
  },
  {
    id: 'duplicate-leaves-others',
    says: 'a refused registration does not undo those made with it',
    async observe(host) {
      await Promise.allSettled(['a', 'a', 'b'].map((name) => host.register(aTool(name))))
      return host.names()
    },
    gives: ['a', 'b'],
  },
  {
    id: 'description-empty',
    says: 'an empty description is refused with an InvalidStateError',
    observe: (host) => outcome(host.register(aTool('one', { description: '' }))),
    gives: { error: 'InvalidStateError' },
  },
  {
    id: 'description-long',
    says: 'a description of 100,000 characters is taken, whole',
    async observe(host) {
      await host.register(aTool('one', { description: 'x'.repeat(100_000) }))
      return (await host.see('one'))?.description.length ?? null
    },
    gives: 100_000,
  },
  {
    id: 'description-missing',
    says: 'a tool without a description is a TypeError',
    observe: (host) => outcome(host.register({ ...aTool('one'), description: undefined as unknown as string })),
    gives: { error: 'TypeError' },
    port: { leaves: TYPED },
  },
  {
    id: 'execute-missing',
    says: 'a tool without execute is a TypeError',
    observe: (host) => outcome(host.register({ ...aTool('one'), execute: undefined as never })),
    gives: { error: 'TypeError' },
    port: { leaves: TYPED },
  },
  {
    id: 'execute-not-a-function',
    says: 'an execute that is no function is a TypeError',
    observe: (host) => outcome(host.register({ ...aTool('one'), execute: 'run' as never })),
    gives: { error: 'TypeError' },
    port: { leaves: TYPED },
  },
  {
    id: 'register-nothing',
    says: 'registering nothing at all is a TypeError',
    observe: (host) => outcome((async () => host.context.registerTool())()),
    gives: { error: 'TypeError' },
    port: { leaves: TYPED },
  },
  {
    id: 'refused-not-listed',
    says: 'what was refused is not listed, and its name stays free',
    async observe(host) {
      await outcome(host.register(aTool('one', { description: '' })))
      const before = await host.names()
      await host.register(aTool('one'))
      return [before, await host.names()]
    },
    gives: [[], ['one']],
  },
  {
    id: 'schema-missing',
    says: 'a tool without an input schema is taken',
    async observe(host) {
      const { inputSchema: _, ...tool } = aTool('one')
      await host.register(tool)
      return [await host.names(), (await answer(host.call('one', {}))) !== null]
    },
    gives: [['one'], true],
    port: { leaves: TYPED },
  },
  {
    id: 'schema-circular',
    says: 'a schema that holds itself is a TypeError',
    observe(host) {
      const inputSchema: Record<string, unknown> = { type: 'object' }
      inputSchema['properties'] = { inputSchema }
      return outcome(host.register(aTool('one', { inputSchema })))
    },
    gives: { error: 'TypeError' },
    port: { leaves: 'a schema of ours is always JSON' },
  },
  {
    id: 'output-schema',
    says: 'an outputSchema is taken and does no harm',
    async observe(host) {
      await host.register(aTool('one', { outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } } } }))
      return outcome(answer(host.call('one', { value: 'a' })))
    },
    gives: { value: { ok: true, tool: 'one', input: { value: 'a' } } },
  },
  {
    id: 'unknown-members',
    says: 'members it does not know are passed over',
    async observe(host) {
      await host.register({ ...aTool('one'), ...{ colour: 'red', version: 3 } })
      return host.names()
    },
    gives: ['one'],
  },
  {
    id: 'definition-read-once',
    says: 'a definition changed afterwards changes nothing',
    async observe(host) {
      const tool = { ...answering('one', 'first') }
      await host.register(tool)
      Object.assign(tool, { name: 'two', description: 'Another.', execute: () => Promise.resolve({ words: 'second' }) })
      return [await host.names(), (await host.see('one'))?.description ?? null, await answer(host.call('one'))]
    },
    gives: [['one'], 'Answers for one.', { words: 'first' }],
    port: { leaves: 'a definition of ours never changes' },
  },
]
