import { describe, expect, it } from 'vitest'
import { createHostClient } from '../../../simulator/host/hostClient.ts'

interface Registered {
  readonly name: string
  readonly execute: (input: unknown) => unknown
}

/** A host that takes input in one form only; what it is given otherwise it refuses, or hands on as it is. */
function fakeHost(form: 'object' | 'text', strict = true) {
  const tools = new Map<string, Registered & { readonly annotations?: object; readonly inputSchema?: unknown }>()
  const forms: string[] = []
  const context = {
    registerTool(tool: Registered, { signal }: { readonly signal: AbortSignal }) {
      tools.set(tool.name, tool)
      signal.addEventListener('abort', () => tools.delete(tool.name))
    },
    getTools: () => Promise.resolve([...tools.values()]),
    async executeTool(tool: Registered, input: unknown, options?: { readonly signal?: AbortSignal }) {
      forms.push(`${tool.name} ${typeof input}`)
      if (strict && typeof input !== (form === 'object' ? 'object' : 'string')) throw new TypeError('the wrong form')
      options?.signal?.throwIfAborted()
      const answer = await tool.execute(typeof input === 'string' ? (form === 'text' ? JSON.parse(input) : input) : form === 'object' ? input : String(input))
      return answer === undefined ? undefined : JSON.stringify(answer)
    },
  }
  return { context, tools, forms }
}

describe('calling a host', () => {
  it.each([
    ['object', true],
    ['text', true],
    ['text', false],
  ] as const)('learns that input goes out as %s by a probe, and never tries a tool in both forms', async (form, strict) => {
    const { context, tools, forms } = fakeHost(form, strict)
    const seen: unknown[] = []
    tools.set('real', {
      name: 'real',
      execute(input) {
        seen.push(input)
        return { ok: true }
      },
    })
    const host = createHostClient({ modelContext: () => context })
    expect(await host.call('real', { a: 1 })).toEqual({ value: { ok: true } })
    expect(await host.call('real', { a: 2 })).toEqual({ value: { ok: true } })
    expect(seen).toEqual([{ a: 1 }, { a: 2 }])
    expect(forms.filter((one) => one.startsWith('simulator_probe'))).toHaveLength(1)
    expect(forms.filter((one) => one.startsWith('real'))).toEqual(Array(2).fill(`real ${form === 'object' ? 'object' : 'string'}`))
    expect((await host.list()).map((tool) => tool.name)).toEqual(['real'])
  })

  it('does not wait for a host that takes its time to say that the probe is there', async () => {
    const { context, tools } = fakeHost('text')
    tools.set('real', { name: 'real', execute: (input) => ({ got: input }) })
    const slow = {
      ...context,
      registerTool: (tool: Registered, options: { readonly signal: AbortSignal }) => {
        context.registerTool(tool, options)
        return new Promise(() => undefined)
      },
    }
    expect(await createHostClient({ modelContext: () => slow }).call('real', { a: 1 })).toEqual({ value: { got: { a: 1 } } })
  })

  it('tells what a tool threw, null, and a tool that is not there', async () => {
    const { context, tools } = fakeHost('object')
    tools.set('throws', { name: 'throws', execute: () => Promise.reject(new DOMException('lost', 'UnknownError')) })
    tools.set('nothing', { name: 'nothing', execute: () => null })
    tools.set('undefined', { name: 'undefined', execute: () => undefined })
    const host = createHostClient({ modelContext: () => context })
    expect(await host.call('throws', {})).toEqual({ rejected: { name: 'UnknownError', message: 'lost' } })
    expect(await host.call('nothing', {})).toEqual({ value: null })
    expect(await host.call('undefined', {})).toEqual({ value: null })
    expect(await host.call('missing', {})).toMatchObject({ rejected: { name: 'NotFoundError' } })
    expect(await host.call('nothing', {}, AbortSignal.abort())).toMatchObject({ rejected: { name: 'AbortError' } })
  })

  it('reads tools member by member, with schemas as text or as objects', async () => {
    class Listed {
      get name() {
        return 'native'
      }
      get inputSchema() {
        return '{"type":"object"}'
      }
      get annotations() {
        return { readOnlyHint: true, other: 'x' }
      }
      get window() {
        return 'mine'
      }
    }
    const context = { getTools: () => [new Listed(), { name: 'frame', window: 'other' }], executeTool: () => null }
    const host = createHostClient({ modelContext: () => context, window: 'mine' })
    expect(await host.list()).toEqual([
      { name: 'native', title: '', description: '', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true }, ours: true },
      { name: 'frame', title: '', description: '', inputSchema: null, annotations: {}, ours: false },
    ])
  })

  it('is empty and refuses where there is no host', async () => {
    const host = createHostClient({ modelContext: () => undefined })
    expect(await host.list()).toEqual([])
    expect(await host.call('any', {})).toMatchObject({ rejected: { name: 'NotSupportedError' } })
  })

  it('calls the one of several tools of a name that was meant', async () => {
    const tool = (says: string) => ({ name: 'twin', execute: () => says })
    const context = { getTools: () => [tool('first'), tool('second')], registerTool: () => undefined, executeTool: (one: { execute(): string }) => one.execute() }
    const host = createHostClient({ modelContext: () => context })
    expect(await host.call('twin', {}, undefined, 1)).toEqual({ value: 'second' })
  })
})
