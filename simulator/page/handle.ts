import type { FaultBoard } from '../faults/faults.ts'
import { createToolList, type ToolList } from '../panel/session/toolList.ts'
import { HANDLE, type Evidence, type Heard, type Host, type Settled, type SimulatorHandle, type SimulatorPage } from '../port.ts'
import { readPage } from './readPage.ts'
import { watchPerson } from './watchPerson.ts'

/** The page as it is now, for whoever checks a script against it. */
export const readEvidence = (page: SimulatorPage, shown: Document): Evidence => ({
  journal: page.journal(),
  audit: page.audit(),
  page: readPage(shown),
})

/** Puts the handle into the window, for a runner that drives the browser from outside. */
export function offerHandle(window: Window & typeof globalThis, page: SimulatorPage, host: Host, faults: FaultBoard): void {
  const calls: { readonly controller: AbortController; readonly done: Promise<Settled> }[] = []
  const callOf = (number: number) => {
    const found = calls[number]
    if (!found) throw new Error(`There was no call ${number} on this page.`)
    return found
  }
  let heard: Heard[] = []
  let list: ToolList | null = null
  const handle: SimulatorHandle = {
    mode: page.mode,
    list: host.list,
    start(name, input) {
      const controller = new AbortController()
      return calls.push({ controller, done: host.call(name, input, controller.signal) }) - 1
    },
    result: (number) => callOf(number).done,
    abort: (number) => callOf(number).controller.abort(),
    evidence: () => readEvidence(page, window.document),
    fault: (id, to) => faults.set(id, to),
    async heard() {
      if (!list) {
        list = createToolList(host, () => null, (change) => void heard.push({ at: Date.now(), change }))
        watchPerson(window, (seen, at) => void heard.push({ at, seen }))
      }
      // What the host told of before this is in the list it gives now.
      await list.read()
      const told = heard
      heard = []
      return told
    },
  }
  Reflect.set(window, HANDLE, handle)
}
