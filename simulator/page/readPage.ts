import type { JsonObject } from '../json.ts'

const REGIONS = ['recording', 'draft', 'approval', 'pack', 'run', 'library'] as const

/** What the page shows, by its hooks: the list, the open ticket, which regions are there. What depends on the time of day is left out. */
export function readPage(page: Document): JsonObject {
  const rows = [...page.querySelectorAll('[data-region="queue"] [data-ticket-id]')]
  const ticket = page.querySelector('[data-region="ticket"]')
  return {
    rows: rows.map((row) => {
      const cells = [...row.querySelectorAll('[role="gridcell"]')].map(text)
      return {
        ticketId: row.getAttribute('data-ticket-id') ?? '',
        priority: (cells[0] ?? '').toLowerCase(),
        status: (cells[2] ?? '').toLowerCase(),
        subject: cells[3] ?? '',
        tags: [...(row.querySelectorAll('[role="gridcell"]')[4]?.querySelectorAll('[dir="auto"]') ?? [])].map(text),
        provenance: [...row.querySelectorAll('[data-provenance]')].map(text),
      }
    }),
    ticket: ticket && {
      ticketId: ticket.getAttribute('data-open-ticket') ?? '',
      fields: Object.fromEntries(
        [...ticket.querySelectorAll('[data-field]')].map((field) => [field.getAttribute('data-field') ?? '', text(field.querySelector('.value') ?? field)]),
      ),
    },
    regions: Object.fromEntries(REGIONS.map((name) => [name, page.querySelector(`[data-region="${name}"]`) !== null])),
    steps: [...page.querySelectorAll(':is([data-region="approval"], [data-region="draft"]) ol > li > div > .words')].map(text),
    // Whether there is a host; which one it is makes no difference to the page.
    host: page.body.dataset['webmcp'] !== 'degraded',
    library: [...page.querySelectorAll('[data-region="library"] [data-tool]')].map((tool) => tool.getAttribute('data-tool') ?? ''),
  }
}

const text = (element: Element): string => element.textContent.replaceAll(/\s+/g, ' ').trim()
