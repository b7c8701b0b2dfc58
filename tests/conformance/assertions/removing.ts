import type { Assertion } from '../assertion.ts'
import { answer, answering, aTool, outcome } from '../tools.ts'

/** What the signal of a registration does. */
export const removing: readonly Assertion[] = [
  {
    id: 'signal-already-aborted',
    says: 'with a signal that is aborted already nothing is registered, and the promise rejects with an AbortError',
    async observe(host) {
      const result = await outcome(host.register(aTool('one'), AbortSignal.abort()))
      return [result, await host.names()]
    },
    gives: [{ error: 'AbortError' }, []],
  },
  {
    id: 'signal-already-aborted-reason',
    says: 'a signal aborted for a reason rejects with that reason',
    observe: (host) => outcome(host.register(aTool('one'), AbortSignal.abort(new RangeError('Enough.')))),
    gives: { error: 'RangeError' },
    port: { promises: 'always an AbortError that names the tool', gives: { error: 'AbortError' } },
  },
  {
    id: 'signal-already-aborted-name-free',
    says: 'a registration that never was leaves its name free',
    async observe(host) {
      await outcome(host.register(aTool('one'), AbortSignal.abort()))
      return outcome(host.register(aTool('one')).then(() => host.names()))
    },
    gives: { value: ['one'] },
  },
  {
    id: 'abort-removes',
    says: 'aborting takes the tool off the list at once',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'), controller.signal)
      await host.register(aTool('two'))
      controller.abort()
      return host.names()
    },
    gives: ['two'],
  },
  {
    id: 'abort-not-callable',
    says: 'a tool that was removed cannot be called',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'), controller.signal)
      controller.abort()
      const { error } = (await outcome(host.call('one'))) as { readonly error?: string }
      return error !== undefined
    },
    gives: true,
  },
  {
    id: 'abort-with-reason',
    says: 'the reason of an abort makes no difference',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'), controller.signal)
      controller.abort('not an error')
      return host.names()
    },
    gives: [],
  },
  {
    id: 'one-signal-two-tools',
    says: 'one signal can end two registrations',
    async observe(host) {
      const controller = host.controller()
      await Promise.all(['one', 'two'].map((name) => host.register(aTool(name), controller.signal)))
      await host.register(aTool('three'))
      controller.abort()
      return host.names()
    },
    gives: ['three'],
  },
  {
    id: 'derived-signal',
    says: 'a signal made of others ends a registration as well',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'), AbortSignal.any([controller.signal, host.controller().signal]))
      controller.abort()
      return host.names()
    },
    gives: [],
  },
  {
    id: 'abort-while-registering',
    says: 'an abort before the promise resolved leaves no tool',
    async observe(host) {
      const controller = host.controller()
      const registered = outcome(host.register(aTool('one'), controller.signal))
      controller.abort()
      await registered
      return host.names()
    },
    gives: [],
  },
  {
    id: 'abort-while-registering-rejects',
    says: 'an abort before the promise resolved rejects it with an AbortError',
    observe(host) {
      const controller = host.controller()
      const registered = outcome(host.register(aTool('one'), controller.signal))
      controller.abort()
      return registered
    },
    gives: { error: 'AbortError' },
  },
  {
    id: 'abort-register-same-task',
    says: 'a name is free again in the very task its tool was removed in',
    async observe(host) {
      const controller = host.controller()
      await host.register(answering('one', 'old'), controller.signal)
      controller.abort()
      await host.register(answering('one', 'new'))
      return [await host.names(), await answer(host.call('one'))]
    },
    gives: [['one'], { words: 'new' }],
  },
  {
    id: 'register-abort-register',
    says: 'registered, removed and registered anew without a pause, the last one holds',
    async observe(host) {
      const controller = host.controller()
      const first = outcome(host.register(answering('one', 'old'), controller.signal))
      controller.abort()
      const second = outcome(host.register(answering('one', 'new')))
      await first
      return [await second, await host.names(), await answer(host.call('one'))]
    },
    gives: [{ value: '(undefined)' }, ['one'], { words: 'new' }],
  },
  {
    id: 'old-signal-again',
    says: 'the signal of a tool that is gone does not touch its successor',
    async observe(host) {
      const [old, all] = [host.controller(), host.controller()]
      await host.register(aTool('one'), AbortSignal.any([old.signal, all.signal]))
      old.abort()
      await host.register(aTool('one'))
      all.abort()
      return host.names()
    },
    gives: ['one'],
  },
  {
    id: 'refused-signal',
    says: 'the signal of a refused duplicate does not remove the tool of that name',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'))
      await outcome(host.register(aTool('one'), controller.signal))
      controller.abort()
      return host.names()
    },
    gives: ['one'],
  },
  {
    id: 'refused-then-registered-signal',
    says: 'the signal of a refused registration does not remove a later tool of that name',
    async observe(host) {
      const [first, refused] = [host.controller(), host.controller()]
      await host.register(aTool('one'), first.signal)
      await outcome(host.register(aTool('one'), refused.signal))
      first.abort()
      await host.register(aTool('one'))
      refused.abort()
      return host.names()
    },
    gives: ['one'],
  },
  {
    id: 'abort-in-any-order',
    says: 'tools are removed in whichever order they are aborted',
    async observe(host) {
      const controllers = new Map<string, AbortController>()
      for (const name of ['a', 'b', 'c', 'd']) {
        const controller = host.controller()
        controllers.set(name, controller)
        await host.register(aTool(name), controller.signal)
      }
      const left: string[] = []
      for (const name of ['c', 'a', 'd', 'b']) {
        controllers.get(name)?.abort()
        left.push((await host.names()).join(''))
      }
      return left
    },
    gives: ['abd', 'bd', 'b', ''],
  },
  {
    id: 'without-signal',
    says: 'without a signal a tool stays for the life of the page',
    async observe({ context, names }) {
      await context.registerTool(aTool('for-good'))
      return names()
    },
    gives: ['for-good'],
    port: { leaves: 'every registration has a signal' },
  },
]
