import type { Catalogue } from '../../../src/bus/command.ts'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { Rec } from '../../../src/bus/state.ts'
import type { Answers, Edit } from '../../../src/teach/generalize/types.ts'
import type { Recording } from '../../../src/teach/recording/types.ts'
import { libraryCommands } from '../../../src/webmcp/library/commands.ts'
import { libraryEntities } from '../../../src/webmcp/library/entities.ts'
import { orderDesk, orders } from '../../fixtures/orderDesk/catalogue.ts'
import { handAt, ME, type Show } from '../../fixtures/orderDesk/session.ts'
import { busOver, runtimeValidators } from '../../support/desk.ts'
import { assemble, must, type PageOptions } from '../webmcp/page.ts'

const catalogue: Catalogue = {
  commands: [...orderDesk.commands, ...libraryCommands],
  entities: [...orderDesk.entities, ...libraryEntities],
}
export const orderPageValidators = runtimeValidators(catalogue)

/** A page over the order desk: the very parts the triage page is made of. */
export function openOrderPage(options: PageOptions = {}) {
  const bus = busOver(catalogue, { ...orders(), ...options.records })
  const page = assemble(bus, orderPageValidators, { me: () => ME, ...options })
  const at = handAt(bus)
  const { library, recorder } = page

  function shown(show: Show): Recording {
    // What was on show before is not part of it.
    at.find({})
    must(recorder.start())
    show(at, bus)
    return must(recorder.stop()).recording
  }
  const record = (show: Show): string => must(library.saveRecording(shown(show))).recording.recordingId

  return {
    ...page,
    at,
    shown,
    record,
    /** Teaches by these demonstrations, one after the other on this desk, and publishes what came of it. */
    tool(name: string, shows: readonly Show[], { answers = {}, edits = [] }: { readonly answers?: Answers; readonly edits?: readonly Edit[] } = {}) {
      const recordingIds = shows.map(record)
      const { draftId } = must(library.draftFrom({ recordingIds, name, description: 'Does what was shown.', answers }))
      if (edits.length > 0) must(library.editDraft(draftId, { edits }))
      return page.publish(draftId)
    },
    /** Calls a tool as the host does for an agent. */
    async call(name: string, input: JsonObject = {}): Promise<JsonObject> {
      await page.registry.restore()
      return page.host.call(name, input)
    },
    order: (id: string): Rec => bus.session.records.get('order', id) ?? {},
    customer: (id: string): Rec => bus.session.records.get('customer', id) ?? {},
    item: (id: string): Rec => bus.session.records.get('item', id) ?? {},
    refund: (id: string): Rec | undefined => bus.session.records.get('refund', id),
  }
}

export type OrderPage = ReturnType<typeof openOrderPage>
