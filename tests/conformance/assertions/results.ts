import type { Json } from '../../../src/bus/json.ts'
import type { Assertion, PortWay } from '../assertion.ts'
import type { HostUnderTest } from '../hostUnderTest.ts'
import { answer, aTool, outcome, plain } from '../tools.ts'

const OBJECTS: PortWay = { leaves: 'a tool of ours always answers with a plain object' }
const AS_DATA: PortWay = {
  promises: 'the failure is the answer: code INTERNAL, in words that give nothing away',
  gives: { value: { ok: false, error: { code: 'INTERNAL', message: 'The page failed to answer.', retryable: false } } },
}

/** What a caller is handed for what the tool returned. */
async function handed(host: HostUnderTest, execute: () => unknown): Promise<Json> {
  await host.register(aTool('one', { execute }))
  return outcome(host.call('one'))
}

/** What a caller reads in what it is handed. */
async function read(host: HostUnderTest, execute: () => unknown): Promise<Json> {
  await host.register(aTool('one', { execute }))
  return answer(host.call('one'))
}

const failure = (): RangeError => new RangeError('Secret.')

/** Thrown by code that does not care. */
const NOT_AN_ERROR = 'words' as unknown as Error

const NESTED = { list: [1, [2, { deep: 'é🚀' }]], nothing: null, no: false }

/** What becomes of values that are not objects: says, what is returned, what is handed over. */
const PLAIN: Readonly<Record<string, readonly [says: string, returned: unknown, handed: string]>> = {
  'result-array': ['an array is handed over as its JSON text', [1, 'a'], '[1,"a"]'],
  'result-string': ['a string is handed over as it is', 'words', 'words'],
  'result-empty': ['an empty string is handed over as words of the host', '', 'Operation succeeded'],
  'result-number': ['a number is handed over as its text', 7, '7'],
  'result-boolean': ['a boolean is handed over as its text', false, 'false'],
  'result-null': ['null is handed over as its text', null, 'null'],
  'result-undefined': ['undefined is handed over as the text "undefined"', undefined, 'undefined'],
}

/** What becomes of what a tool returns or throws. */
export const results: readonly Assertion[] = [
  {
    id: 'result-object',
    says: 'an object is handed over as its JSON text',
    observe: (host) => handed(host, async () => ({ a: 1 })),
    gives: { value: '{"a":1}' },
    port: { promises: 'the simulator reads the text: callers have the object', gives: { value: { a: 1 } } },
  },
  {
    id: 'result-nested',
    says: 'the text holds everything that is JSON',
    observe: (host) => read(host, async () => NESTED),
    gives: NESTED,
  },
  {
    id: 'result-large',
    says: 'a result of a megabyte is handed over whole',
    async observe(host) {
      const { text } = (await read(host, async () => ({ text: 'x'.repeat(1_000_000) }))) as { readonly text: string }
      return text.length
    },
    gives: 1_000_000,
  },
  {
    id: 'result-synchronous',
    says: 'a tool need not return a promise',
    observe: (host) => read(host, () => ({ a: 1 })),
    gives: { a: 1 },
  },
  ...Object.entries(PLAIN).map(
    ([id, [says, returned, text]]): Assertion => ({
      id,
      says,
      observe: (host) => handed(host, async () => returned),
      gives: { value: text },
      port: OBJECTS,
    }),
  ),
  {
    id: 'result-circular',
    says: 'a value that holds itself reaches the caller as an UnknownError',
    observe: (host) =>
      handed(host, async () => {
        const value: Record<string, unknown> = {}
        value['self'] = value
        return value
      }),
    gives: { error: 'UnknownError' },
    bridge: { does: 'hands over the text "[object Object]"', gives: { value: '[object Object]' } },
    port: OBJECTS,
  },
  {
    id: 'result-bigint',
    says: 'a BigInt in an object reaches the caller as an UnknownError',
    observe: (host) => handed(host, async () => ({ n: 1n })),
    gives: { error: 'UnknownError' },
    bridge: { does: 'hands over the text "[object Object]"', gives: { value: '[object Object]' } },
    port: OBJECTS,
  },
  {
    id: 'thrown-rejected',
    says: 'a promise that rejects reaches the caller as an UnknownError',
    observe: (host) => handed(host, () => Promise.reject(failure())),
    gives: { error: 'UnknownError' },
    port: AS_DATA,
  },
  {
    id: 'thrown-synchronously',
    says: 'what a tool throws before it returns reaches the caller as an UnknownError',
    observe: (host) =>
      handed(host, () => {
        throw failure()
      }),
    gives: { error: 'UnknownError' },
    port: AS_DATA,
  },
  {
    id: 'thrown-no-error',
    says: 'something thrown that is no error reaches the caller as an UnknownError',
    observe: (host) => handed(host, () => Promise.reject(NOT_AN_ERROR)),
    gives: { error: 'UnknownError' },
    port: AS_DATA,
  },
  {
    id: 'thrown-message',
    says: 'the message of what was thrown does not reach the caller',
    async observe(host) {
      await host.register(aTool('one', { execute: () => Promise.reject(failure()) }))
      const words = await host.call('one').then((value) => JSON.stringify(plain(value)), String)
      return words.includes('Secret.')
    },
    gives: false,
    bridge: { does: 'adds it to its own', gives: true },
    port: { evens: 'the failure is told to the page alone' },
  },
  {
    id: 'thrown-goes-on',
    says: 'a tool that failed can be called again',
    async observe(host) {
      let calls = 0
      const execute = async (): Promise<object> => {
        calls += 1
        if (calls === 1) throw failure()
        return { calls }
      }
      await host.register(aTool('one', { execute }))
      await outcome(host.call('one'))
      return answer(host.call('one'))
    },
    gives: { calls: 2 },
  },
]
