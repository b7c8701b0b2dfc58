import type { Json } from '../../../src/bus/json.ts'
import type { Assertion } from '../assertion.ts'
import type { HostUnderTest, Seen } from '../hostUnderTest.ts'
import { aTool, plain } from '../tools.ts'

const SCHEMA = { type: 'object', properties: { list: { type: 'array', items: { enum: ['a', null, 3] } } }, required: ['list'] }

/** One hint of a tool as an agent sees it. */
const hint = async (host: HostUnderTest, name: string, annotations: object | undefined): Promise<Json> => {
  const { annotations: _, ...tool } = aTool('one')
  await host.register(annotations ? { ...tool, annotations } : tool)
  return plain((await host.see('one'))?.annotations?.[name])
}

/** What `getTools` tells. */
export const listing: readonly Assertion[] = [
  { id: 'list-empty', says: 'with no tools the list is empty', observe: (host) => host.names(), gives: [] },
  {
    id: 'list-sorted',
    says: 'the list is sorted by name, capitals first',
    async observe(host) {
      for (const name of ['b', 'a10', 'C', 'a2', '_x', 'a.1']) await host.register(aTool(name))
      return host.names()
    },
    gives: ['C', '_x', 'a.1', 'a10', 'a2', 'b'],
  },
  {
    id: 'list-anew',
    says: 'every call gives a list of its own',
    async observe({ context, register }) {
      await register(aTool('one'))
      const first = await context.getTools()
      first.length = 0
      return (await context.getTools()).length
    },
    gives: 1,
    port: {
      evens: 'gives a list of its own as well',
      async observe(host) {
        await host.register(aTool('one'))
        ;(await host.names()).length = 0
        return (await host.names()).length
      },
    },
  },
  {
    id: 'list-keeps',
    says: 'name, title, description and schema are listed as they were given',
    async observe(host) {
      await host.register(aTool('one', { title: 'One', inputSchema: SCHEMA }))
      const { name, title, description, inputSchema } = (await host.see('one')) as Seen
      return plain([name, title, description, inputSchema])
    },
    gives: ['one', 'One', 'Answers for one.', SCHEMA],
  },
  {
    id: 'list-copy',
    says: 'what a caller does to a listed schema changes nothing',
    async observe(host) {
      await host.register(aTool('one', { inputSchema: SCHEMA }))
      const seen = (await host.see('one')) as Seen
      const listed = seen.inputSchema as unknown as typeof SCHEMA
      listed.properties.list.type = 'object'
      return plain((await host.see('one'))?.inputSchema)
    },
    gives: SCHEMA,
  },
  {
    id: 'schema-copied',
    says: 'a schema changed after registering is listed as it was',
    async observe(host) {
      const inputSchema = { type: 'object', properties: { value: { type: 'string' } } }
      await host.register(aTool('one', { inputSchema }))
      inputSchema.properties.value.type = 'number'
      return plain((await host.see('one'))?.inputSchema)
    },
    gives: { type: 'object', properties: { value: { type: 'string' } } },
  },
  {
    id: 'list-no-execute',
    says: 'the list does not give away what a tool runs',
    async observe({ context, register }) {
      await register(aTool('one'))
      return (await context.getTools()).map((tool) => typeof (tool as { readonly execute?: unknown }).execute)
    },
    gives: ['undefined'],
  },
  {
    id: 'list-window',
    says: 'a listed tool names the window it is from',
    async observe({ context, register }) {
      await register(aTool('one'))
      return (await context.getTools()).map((tool) => (tool as { readonly window?: unknown }).window === window)
    },
    gives: [true],
  },
  {
    id: 'list-before-registered',
    says: 'a list asked for before a registration does not wait for it',
    async observe(host) {
      const asked = host.names()
      await host.register(aTool('one'))
      return asked
    },
    gives: [],
  },
  {
    id: 'list-after-abort',
    says: 'a list asked for in the task of an abort does not have the tool',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'), controller.signal)
      controller.abort()
      const asked = host.names()
      return asked
    },
    gives: [],
  },
  {
    id: 'hint-read-only',
    says: 'readOnlyHint is kept',
    observe: (host) => hint(host, 'readOnlyHint', { readOnlyHint: true }),
    gives: true,
  },
  {
    id: 'hint-untrusted',
    says: 'untrustedContentHint is kept',
    observe: (host) => hint(host, 'untrustedContentHint', { untrustedContentHint: true }),
    gives: true,
  },
  {
    id: 'hint-consequential',
    says: 'consequentialHint is kept',
    observe: (host) => hint(host, 'consequentialHint', { consequentialHint: true }),
    gives: true,
    bridge: { does: 'drops it', gives: '(undefined)' },
    port: { passes: 'hands MCP clients destructiveHint, the word they have for it; nothing of ours depends on the hint' },
  },
  {
    id: 'hint-read-only-off',
    says: 'a hint that says no is kept',
    observe: (host) => hint(host, 'readOnlyHint', { readOnlyHint: false }),
    gives: false,
  },
  {
    id: 'hint-default',
    says: 'a hint that was not given says no',
    observe: (host) => hint(host, 'readOnlyHint', { untrustedContentHint: true }),
    gives: false,
  },
]
