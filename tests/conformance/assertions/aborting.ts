import type { Assertion } from '../assertion.ts'
import { answer, aTool, outcome, pause, slowTool, until } from '../tools.ts'

const UNTOLD = 'a run of ours that is not told still ends by Stop, by revoke or after 30 s; what it changed is taken back as one'

/** What a caller's abort does. */
export const aborting: readonly Assertion[] = [
  {
    id: 'caller-aborts',
    says: 'a caller that aborts is rejected with an AbortError, without waiting for the tool',
    async observe(host) {
      const [slow, controller] = [slowTool('one'), host.controller()]
      await host.register(slow.tool)
      const call = outcome(host.call('one', {}, controller.signal))
      await slow.begun
      controller.abort()
      const ended = await call
      slow.finish()
      return ended
    },
    gives: { error: 'AbortError' },
  },
  {
    id: 'caller-aborts-reason',
    says: 'a caller that aborts for a reason is rejected with it',
    async observe(host) {
      const [slow, controller] = [slowTool('one'), host.controller()]
      await host.register(slow.tool)
      const call = outcome(host.call('one', {}, controller.signal))
      await slow.begun
      controller.abort(new RangeError('Enough.'))
      slow.finish()
      return call
    },
    gives: { error: 'RangeError' },
  },
  {
    id: 'caller-aborts-run-told',
    says: 'the signal of the run aborts with the caller',
    async observe(host) {
      const [slow, controller] = [slowTool('one'), host.controller()]
      await host.register(slow.tool)
      const call = outcome(host.call('one', {}, controller.signal))
      await slow.begun
      controller.abort()
      await until(() => slow.signal()?.aborted === true)
      slow.finish()
      await call
      return slow.signal()?.aborted ?? 'no signal'
    },
    gives: true,
    bridge: { does: 'does not tell the run, which goes on to its end', gives: 'no signal' },
    port: { passes: UNTOLD },
  },
  {
    id: 'caller-aborts-order',
    says: 'the caller is told before the run is',
    async observe(host) {
      const [slow, controller, order] = [slowTool('one'), host.controller(), [] as string[]]
      await host.register(slow.tool)
      const call = outcome(host.call('one', {}, controller.signal)).then(() => order.push('caller'))
      await slow.begun
      slow.signal()?.addEventListener('abort', () => order.push('run'))
      controller.abort()
      await call
      await until(() => order.length >= 2)
      slow.finish()
      return order
    },
    gives: ['caller', 'run'],
    bridge: { does: 'tells the caller alone', gives: ['caller'] },
    port: { passes: UNTOLD },
  },
  {
    id: 'late-result',
    says: 'a result that comes after the abort is dropped, and the tool can be called again',
    async observe(host) {
      const [slow, controller] = [slowTool('one'), host.controller()]
      await host.register(slow.tool)
      const call = outcome(host.call('one', {}, controller.signal))
      await slow.begun
      controller.abort()
      const ended = await call
      slow.finish()
      await pause(10)
      return [ended, await answer(host.call('one'))]
    },
    gives: [{ error: 'AbortError' }, { words: 'done' }],
  },
  {
    id: 'caller-aborted-already',
    says: 'a call with an aborted signal is rejected, and the tool does not run',
    async observe(host) {
      let runs = 0
      await host.register(aTool('one', { execute: () => ((runs += 1), Promise.resolve({ ok: true })) }))
      const ended = await outcome(host.call('one', {}, AbortSignal.abort()))
      await pause(10)
      return [ended, runs]
    },
    gives: [{ error: 'AbortError' }, 0],
  },
  {
    id: 'caller-aborts-afterwards',
    says: 'an abort after the answer changes nothing',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'))
      const call = answer(host.call('one', {}, controller.signal))
      const ended = await call
      controller.abort()
      return [ended, await host.names()]
    },
    gives: [{ ok: true, tool: 'one', input: {} }, ['one']],
  },
  {
    id: 'caller-aborts-one-of-two',
    says: 'the abort of one call leaves another of the same tool alone',
    async observe(host) {
      const [slow, controller] = [slowTool('one'), host.controller()]
      await host.register(slow.tool)
      const aborted = outcome(host.call('one', {}, controller.signal))
      const other = answer(host.call('one'))
      await slow.begun
      controller.abort()
      const ended = await aborted
      slow.finish()
      return [ended, await other]
    },
    gives: [{ error: 'AbortError' }, { words: 'done' }],
  },
  {
    id: 'caller-aborts-two',
    says: 'calls are rejected in the order they are aborted',
    async observe(host) {
      const slow = slowTool('one')
      await host.register(slow.tool)
      const ended: string[] = []
      const calls = ['first', 'second'].map((name) => {
        const controller = host.controller()
        const call = outcome(host.call('one', {}, controller.signal)).then(() => ended.push(name))
        return { controller, call }
      })
      await slow.begun
      await pause(30)
      for (const { controller } of calls.toReversed()) controller.abort()
      await Promise.all(calls.map(({ call }) => call))
      slow.finish()
      return ended
    },
    gives: ['second', 'first'],
  },
  {
    id: 'cancel-event',
    says: 'toolcancel is told when the caller aborts',
    async observe(host) {
      const [slow, controller] = [slowTool('one'), host.controller()]
      let times = 0
      const { signal } = host.controller()
      for (const target of [host.context, window]) target.addEventListener('toolcancel', () => (times += 1), { signal })
      await host.register(slow.tool)
      const call = outcome(host.call('one', {}, controller.signal))
      await slow.begun
      controller.abort()
      await call
      await until(() => times > 0)
      slow.finish()
      return times
    },
    gives: 1,
    bridge: { does: 'never tells', gives: 0 },
    port: { leaves: 'it needs no event: where the host has a signal, the run has it' },
  },
]
