import { createPinia } from 'pinia'
import { createApp } from 'vue'
import BareList from './BareList.vue'
import { useBareStore, type BareTicket } from './bareStore.ts'

const app = createApp(BareList).use(createPinia())
const desk = useBareStore()

const change = {
  name: 'bare_change',
  description: 'Changes four fields of a ticket and stores it.',
  inputSchema: { type: 'object', properties: { ticketId: { type: 'string' } } },
  async execute({ ticketId, ...fields }: Partial<BareTicket> & { readonly ticketId: string }) {
    await desk.change(ticketId, fields)
    return { ok: true }
  },
}
const nothing = {
  name: 'bare_nothing',
  description: 'Does nothing.',
  inputSchema: { type: 'object', properties: {} },
  execute: () => Promise.resolve({ ok: true }),
}

interface Host {
  registerTool(tool: object): unknown
}
const host = (document as { readonly modelContext?: Host }).modelContext

await desk.load()
app.mount('#app')
await host?.registerTool(change)
await host?.registerTool(nothing)
