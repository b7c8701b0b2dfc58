import localforage from 'localforage'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export interface BareTicket {
  readonly ticketId: string
  readonly subject: string
  readonly body: string
  readonly status: string
  readonly priority: string
  readonly tags: readonly string[]
  readonly assigneeId: string | null
  readonly reply: string
  readonly updatedAt: string
}

const storage = localforage.createInstance({ name: 'bare', storeName: 'kv', driver: localforage.INDEXEDDB })

const sample = (): readonly BareTicket[] =>
  Array.from({ length: 40 }, (_, place) => ({
    ticketId: `T-${1001 + place}`,
    subject: `Where is my order? (${place + 1})`,
    body: 'Hello, I ordered two weeks ago and nothing has come. Please help.',
    status: 'open',
    priority: 'normal',
    tags: ['shipping'],
    assigneeId: null,
    reply: '',
    updatedAt: new Date(Date.UTC(2026, 10, 1, place)).toISOString(),
  }))

/** The least a page with stored tickets can be: a list, read at the start and written ticket by ticket. */
export const useBareStore = defineStore('bare', () => {
  const tickets = shallowRef<readonly BareTicket[]>([])
  return {
    tickets,
    /** Reads what is stored; a new store begins with the sample. */
    async load(): Promise<void> {
      const stored = await storage.getItem<readonly BareTicket[]>('tickets')
      if (!stored) await storage.setItem('tickets', sample())
      tickets.value = stored ?? sample()
    },
    /** Changes a ticket, and resolves when that is stored. */
    async change(ticketId: string, fields: Partial<BareTicket>): Promise<void> {
      const known = tickets.value.find((ticket) => ticket.ticketId === ticketId)
      if (!known) throw new Error(`There is no ticket ${ticketId}.`)
      const changed = { ...known, ...fields, updatedAt: new Date().toISOString() }
      tickets.value = tickets.value.map((ticket) => (ticket === known ? changed : ticket))
      await storage.setItem(ticketId, changed)
    },
  }
})
