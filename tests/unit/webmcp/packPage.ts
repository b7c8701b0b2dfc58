import { canonical, type Json, type JsonObject } from '../../../src/bus/json.ts'
import type { Gesture } from '../../../src/webmcp/library/types.ts'
import { createPacks, type Packs } from '../../../src/webmcp/packs/packs.ts'
import { runtimeValidators } from '../../support/desk.ts'
import { must, openPage, pageCatalogue, PERSON, urgentVip, type Page } from './page.ts'

export interface PackPage {
  readonly page: Page
  readonly packs: Packs
}

/** A page that reads and writes packs. */
export function openPackPage(page: Page = openPage()): PackPage {
  let id = 0
  const packs = createPacks({
    bus: page.bus,
    library: page.library,
    validatorFor: runtimeValidators(pageCatalogue),
    newId: () => `p${++id}`,
    clock: () => Date.UTC(2026, 10, 30, 13),
  })
  return { page, packs }
}

/** A page with two taught tools: a write on a given ticket, and a pick from a list with a value to say. */
export function taughtPage(): PackPage {
  const made = openPackPage()
  const { page } = made
  page.publish(page.teach(urgentVip), 'set_urgent')
  page.publish(
    page.teach((at) => {
      at.filter({ status: ['open'], text: 'log in', sort: 'oldest' })
      at.open(0)
      at.setTags('login', 'seen')
      at.assign('a-2')
      at.applyTemplate('wait')
    }),
    'answer_oldest',
  )
  return made
}

export const exported = ({ packs }: PackPage, includeText = false): string => must(packs.export({ includeText })).text

/** The pack as data, to change. */
export const packOf = (text: string): Mutable => JSON.parse(text) as Mutable

/** A pack that a test may damage. */
export interface Mutable extends Record<string, unknown> {
  format: string
  version: unknown
  tools: MutableTool[]
}

export interface MutableTool extends Record<string, unknown> {
  name: string
  title: string
  description: string
  digest: string
  procedure: { params: Record<string, unknown>[]; body: (Record<string, unknown> & { args: Record<string, unknown> })[] } & Record<
    string,
    unknown
  >
  traces?: Record<string, unknown>[]
}

/** Opens a text and brings in all that can come, as a person who looked would. */
export function importAll({ packs }: PackPage, text: string, gesture: Gesture | null = PERSON) {
  const pack = must(packs.open(text))
  const shown = packs.review(pack)
  const places = shown.entries.filter(({ standing }) => standing === 'new' || standing === 'known').map(({ place }) => place)
  return packs.accept({ pack, shown, renames: new Map(), places, gesture, via: 'picker' })
}

/** A pack without the time it was made. */
export const timeless = (text: string): Json => ({ ...(JSON.parse(text) as JsonObject), exportedAt: '' })

/** All that a refused import must leave as it was. */
export const stateOf = ({ page }: PackPage): string =>
  canonical([
    page.bus.session.records.list('tool'),
    page.bus.session.records.list('recording'),
    [...page.host.tools.keys()],
    page.bus.commits.length,
  ])
