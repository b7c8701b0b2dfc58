import { describe, expect, it } from 'vitest'
import { openDesk, taught, useBrowser } from './desk.ts'
import { eventually } from './operator.ts'
import { storedCommits } from './stored.ts'

/**
 * Notes, for each call of a tool, what the page did between the call and its answer. Time the page gives a taught tool
 * before it goes on begins with the answer: on a slow machine it would be over before, which says nothing of the call.
 */
const WATCH = `
  window.calls = []
  /** How long after each call the page began to draw, in milliseconds. */
  window.rests = []
  let open = null
  let ids = 0
  const held = new Map()
  const begun = new Map()
  const { setTimeout: later, clearTimeout: callOff } = window
  window.setTimeout = (act, ms, ...args) => {
    if (!open?.taught || !(ms >= 20)) return later(act, ms, ...args)
    ids -= 1
    const id = ids
    held.set(id, () => later(act, ms, ...args))
    return id
  }
  window.clearTimeout = (id) => { if (!held.delete(id)) callOff(begun.get(id) ?? id) }
  const count = (what) => { if (open) open[what] += 1 }
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...args) { count('transactions'); return transaction.apply(this, args) }
  const { request } = LockManager.prototype
  LockManager.prototype.request = function (...args) { count('locks'); return request.apply(this, args) }
  const host = Object.getPrototypeOf(document.modelContext)
  const { registerTool } = host
  host.registerTool = function (tool, options) {
    const execute = async (...args) => {
      const taught = !tool.name.startsWith('understudy_')
      const call = open = { tool: tool.name, taught, transactions: 0, locks: 0, mutations: 0 }
      const watcher = new MutationObserver((records) => { call.mutations += records.length })
      watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
      try {
        return await tool.execute(...args)
      } finally {
        call.mutations += watcher.takeRecords().length
        watcher.disconnect()
        const ended = performance.now()
        const drawing = new MutationObserver(() => {
          drawing.disconnect()
          window.rests.push(performance.now() - ended)
        })
        drawing.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
        open = null
        window.calls.push(call)
        for (const [id, begin] of held) begun.set(id, begin())
        held.clear()
      }
    }
    return registerTool.call(this, { ...tool, execute }, options)
  }
`

describe('a call of a taught tool', () => {
  const browser = useBrowser()

  it('is stored in one step and answered before the page shows anything of it', async () => {
    await using desk = await openDesk(browser(), { before: WATCH })
    const { operator, agent, opened } = desk
    await taught(desk, { name: 'park_parcel', parameters: [{ name: 'ticket', description: 'The ticket.' }] }, async () => {
      await operator.open('T-1035')
      await operator.set('priority', 'High')
      await operator.set('status', 'Pending')
    })
    for (const ticket of ['T-1034', 'T-1030', 'T-1028']) {
      expect(await agent.ask('park_parcel', { ticket })).toMatchObject({ ok: true, unchanged: 0 })
      await eventually(async () => (await operator.row(ticket)).badge).toBe('performed by agent via tool park_parcel')
      // What the page still does about this call is none of the next one's.
      await eventually(async () => (await storedCommits(opened.page)).at(-1)?.entries.map(({ command }) => command)).toEqual(['note_run'])
      await eventually(() => operator.toast.getAttribute('data-state')).toBe('done')
    }
    const calls = await opened.page.evaluate(() => Reflect.get(window, 'calls') as readonly { readonly tool: string }[])
    const cost = { tool: 'park_parcel', taught: true, transactions: 1, locks: 1, mutations: 0 }
    expect(calls.filter(({ tool }) => tool === 'park_parcel').slice(1)).toEqual([cost, cost])
    // The answer goes out through the page's thread: it is left alone until then.
    const rests = await opened.page.evaluate(() => Reflect.get(window, 'rests') as readonly number[])
    for (const rest of rests.slice(-2)) expect(rest).toBeGreaterThan(8)
  })
})
