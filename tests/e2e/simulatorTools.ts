import type { Page } from 'playwright-core'

/** Registers other people's tools at whatever host there is, as another script of the page would. They count from 1. */
export const addTools = (page: Page, from: number, to: number): Promise<void> =>
  page.evaluate(async ([first, last]) => {
    const context = Reflect.get(document, 'modelContext') as { registerTool(tool: object): Promise<void> }
    for (let number = first; number <= last; number += 1) {
      const name = `other_${String(number).padStart(3, '0')}`
      await context.registerTool({ name, description: 'Of somebody else.', inputSchema: { type: 'object', properties: {} }, execute: () => Promise.resolve('done') })
    }
  }, [from, to] as const)

/** Tools that do what tools should not. */
export const addOddTools = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const context = Reflect.get(document, 'modelContext') as { registerTool(tool: object, options?: object): Promise<void> }
    const once = new AbortController()
    const odd: Readonly<Record<string, () => Promise<unknown>>> = {
      odd_big: () => Promise.resolve({ text: 'x'.repeat(1_000_000) }),
      odd_hangs: () => new Promise(() => undefined),
      odd_null: () => Promise.resolve(null),
      odd_once: () => {
        once.abort()
        return Promise.resolve({ ok: true })
      },
      odd_throws: () => Promise.reject(new Error('it broke')),
    }
    for (const [name, execute] of Object.entries(odd)) {
      const options = name === 'odd_once' ? { signal: once.signal } : {}
      await context.registerTool({ name, description: 'Odd.', inputSchema: { type: 'object', properties: {} }, execute }, options)
    }
  })
