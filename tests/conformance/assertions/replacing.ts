import { learnInputForm } from '../../../simulator/host/inputForm.ts'
import type { Assertion } from '../assertion.ts'
import type { HostUnderTest } from '../hostUnderTest.ts'
import { answer, answering, aTool, outcome, slowTool } from '../tools.ts'

const REJECTS = 'rejects the caller at once, with an UnknownError'
const ANSWERS_FIRST = 'the page ends the runs of a tool and lets their answers out before it takes the tool away'

/** Calls with a handle from an earlier list. */
async function callWith({ context }: HostUnderTest, handle: unknown): Promise<unknown> {
  const form = await learnInputForm(context)
  return context.executeTool(handle, form === 'text' ? '{}' : {})
}

/** What becomes of runs and handles when registrations come and go. */
export const replacing: readonly Assertion[] = [
  {
    id: 'handle-after-abort',
    says: 'a handle kept from the list of a tool that is gone is refused with an UnknownError',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one'), controller.signal)
      const [handle] = await host.context.getTools()
      controller.abort()
      return outcome(callWith(host, handle))
    },
    gives: { error: 'UnknownError' },
  },
  {
    id: 'handle-after-replace',
    says: 'a handle kept from the list runs the tool that has the name now',
    async observe(host) {
      const controller = host.controller()
      await host.register(answering('one', 'old'), controller.signal)
      const [handle] = await host.context.getTools()
      controller.abort()
      await host.register(answering('one', 'new'))
      return answer(callWith(host, handle))
    },
    gives: { words: 'new' },
  },
  {
    id: 'abort-mid-run',
    says: 'a registration aborted while its tool runs lets the run end and hands over the result',
    async observe(host) {
      const [slow, controller] = [slowTool('one'), host.controller()]
      await host.register(slow.tool, controller.signal)
      const call = outcome(host.call('one').then((value) => answer(Promise.resolve(value))))
      await slow.begun
      controller.abort()
      slow.finish()
      return call
    },
    gives: { value: { words: 'done' } },
    bridge: { does: REJECTS, gives: { error: 'UnknownError' } },
    port: { passes: ANSWERS_FIRST },
  },
  {
    id: 'abort-mid-run-signal',
    says: 'a registration aborted while its tool runs does not abort the run',
    async observe(host) {
      const [slow, controller] = [slowTool('one'), host.controller()]
      await host.register(slow.tool, controller.signal)
      const call = outcome(host.call('one'))
      await slow.begun
      controller.abort()
      const aborted = slow.signal()?.aborted ?? false
      slow.finish()
      await call
      return aborted
    },
    gives: false,
  },
  {
    id: 'abort-mid-run-list',
    says: 'a tool removed while it runs is off the list at once',
    async observe(host) {
      const [slow, controller] = [slowTool('one'), host.controller()]
      await host.register(slow.tool, controller.signal)
      const call = outcome(host.call('one'))
      await slow.begun
      controller.abort()
      const names = await host.names()
      slow.finish()
      await call
      return names
    },
    gives: [],
  },
  {
    id: 'abort-itself',
    says: 'a tool that ends its own registration still answers',
    async observe(host) {
      const controller = host.controller()
      await host.register(aTool('one', { execute: async () => (controller.abort(), { words: 'done' }) }), controller.signal)
      return [await outcome(host.call('one').then((value) => answer(Promise.resolve(value)))), await host.names()]
    },
    gives: [{ value: { words: 'done' } }, []],
    bridge: { does: REJECTS, gives: [{ error: 'UnknownError' }, []] },
    port: { passes: ANSWERS_FIRST },
  },
  {
    id: 'replace-itself',
    says: 'a tool may replace itself while it runs',
    async observe(host) {
      const controller = host.controller()
      const execute = async (): Promise<object> => {
        controller.abort()
        await host.register(answering('one', 'new'))
        return { words: 'old' }
      }
      await host.register(aTool('one', { execute }), controller.signal)
      await outcome(host.call('one'))
      return answer(host.call('one'))
    },
    gives: { words: 'new' },
  },
  {
    id: 'replace-mid-run',
    says: 'a run of a tool that was replaced ends with its own answer',
    async observe(host) {
      const [slow, controller] = [slowTool('one'), host.controller()]
      await host.register(slow.tool, controller.signal)
      const call = outcome(host.call('one').then((value) => answer(Promise.resolve(value))))
      await slow.begun
      controller.abort()
      await host.register(answering('one', 'new'))
      slow.finish()
      return [await call, await answer(host.call('one'))]
    },
    gives: [{ value: { words: 'done' } }, { words: 'new' }],
    bridge: { does: REJECTS, gives: [{ error: 'UnknownError' }, { words: 'new' }] },
    port: { passes: ANSWERS_FIRST },
  },
]
