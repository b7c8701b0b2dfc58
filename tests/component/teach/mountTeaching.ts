import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { vi } from 'vitest'
import { defineComponent, h, shallowRef, type Component } from 'vue'
import { createHistory, type History } from '../../../src/bus/history.ts'
import type { ChainReport } from '../../../src/storage/checkChain.ts'
import { SERVICES, TAUGHT, type Taught } from '../../../src/stores/services.ts'
import LiveRegion from '../../../src/ui/LiveRegion.vue'
import { openPage, type Page } from '../../unit/webmcp/page.ts'
import { quietServices } from '../console/mountConsole.ts'

export interface Mounted {
  readonly page: Page
  readonly history: History
  readonly wrapper: VueWrapper
  /** Shows what has changed. */
  settle(): Promise<void>
  press(key: string): Promise<void>
  find(selector: string): HTMLElement
  all(selector: string): readonly HTMLElement[]
  click(selector: string): Promise<void>
  end(): void
}

export interface MountOptions {
  readonly page?: Page
  readonly check?: () => Promise<ChainReport>
}

/** A view of teaching over a whole page with a fake host. */
export async function mountTeaching(view: Component, props: object, options: MountOptions = {}): Promise<Mounted> {
  const page = options.page ?? openPage()
  const history = createHistory(page.bus)
  await page.registry.restore()
  const { library, repairs, runs, registry, approvals } = page
  const services = {
    ...quietServices(page.bus, history),
    commits: { all: () => page.bus.commits.slice(), onChange: (listener: () => void) => page.bus.onCommit(listener) },
  }
  const check = options.check ?? (() => Promise.resolve({ entries: [], faults: [] }))
  const taught = { library, repairs, runs, registry, approvals, recorder: page.desk.recorder, log: { check } } as unknown as Taught
  // With the region that announces, as on the page.
  const host = defineComponent({ setup: () => () => [h(view, props), h(LiveRegion)] })
  const wrapper = mount(host, {
    attachTo: document.body,
    global: { plugins: [createPinia()], provide: { [SERVICES as symbol]: services, [TAUGHT as symbol]: shallowRef(taught) } },
  })
  const settle = async (): Promise<void> => {
    await flushPromises()
    await vi.dynamicImportSettled()
    await flushPromises()
  }
  await settle()
  const find = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`There is no ${selector}.`)
    return found
  }
  return {
    page,
    history,
    wrapper,
    settle,
    find,
    all: (selector) => [...document.querySelectorAll<HTMLElement>(selector)],
    async press(key) {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await settle()
    },
    async click(selector) {
      find(selector).click()
      await settle()
    },
    end: () => wrapper.unmount(),
  }
}
