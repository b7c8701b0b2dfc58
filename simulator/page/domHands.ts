import type { Hands } from '../run/gestures.ts'
import { dropOn } from './dropOn.ts'

/** Milliseconds the page gets to go along with a gesture, and between two looks. */
const PATIENCE = 10_000
const LOOK = 40

/**
 * Keys and clicks made by script within the page. The console takes them; approvals do not, on purpose: those are
 * the person's.
 */
export function domHands(page: Document): Hands {
  const shown = (selector: string): Element | null => [...page.querySelectorAll(selector)].find((one) => one.checkVisibility()) ?? null

  async function until<T>(what: string, look: () => T | null | false): Promise<T> {
    const end = performance.now() + PATIENCE
    for (;;) {
      const found = look()
      if (found !== null && found !== false) return found
      if (performance.now() > end) throw new Error(`${what}: not within ${PATIENCE / 1000} s`)
      await new Promise((resolve) => setTimeout(resolve, LOOK))
    }
  }

  /** Where keys go: never to the panel the script was started from. */
  function target(): Element {
    const active = page.activeElement
    if (active instanceof HTMLElement && active.closest('[data-region="simulator"]')) active.blur()
    return page.activeElement ?? page.body
  }

  const pressed = (key: string, modifiers: readonly string[] = []): void => {
    const init = {
      key,
      bubbles: true,
      cancelable: true,
      ctrlKey: modifiers.includes('Control'),
      shiftKey: modifiers.includes('Shift'),
      altKey: modifiers.includes('Alt'),
      metaKey: modifiers.includes('Meta'),
    }
    const at = target()
    const unhandled = at.dispatchEvent(new KeyboardEvent('keydown', init))
    // What the browser itself makes of Enter on a button.
    if (unhandled && key === 'Enter' && at instanceof HTMLButtonElement) at.click()
    at.dispatchEvent(new KeyboardEvent('keyup', init))
  }

  return {
    async press(keys) {
      const parts = keys.split('+')
      pressed(parts.at(-1) ?? keys, parts.slice(0, -1))
      await new Promise((resolve) => setTimeout(resolve, LOOK))
    },
    async type(text) {
      const at = target()
      if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) {
        at.setRangeText(text, at.selectionStart ?? 0, at.selectionEnd ?? 0, 'end')
        at.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
      } else for (const letter of text) pressed(letter)
      await new Promise((resolve) => setTimeout(resolve, LOOK))
    },
    async click(selector) {
      const found = await until(`click ${selector}`, () => shown(selector))
      found.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
    },
    async fill(selector, text) {
      const field = await until(`fill ${selector}`, () => shown(selector))
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) throw new Error(`${selector} is no field to fill.`)
      field.focus()
      field.value = text
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
      // What the browser itself tells of a field that was changed by keys and is left.
      field.dispatchEvent(new Event('change', { bubbles: true }))
      field.blur()
      await new Promise((resolve) => setTimeout(resolve, LOOK))
    },
    see: async (selector, gone = false) => {
      await until(gone ? `${selector} goes` : `see ${selector}`, () => (shown(selector) !== null) !== gone)
    },
    reads: async (selector, text) => {
      await until(`${selector} reads ${text}`, () => [...page.querySelectorAll(selector)].some((one) => one.textContent.includes(text)))
    },
    has: (selector) => Promise.resolve(page.querySelector(selector) !== null),
    async drop(selector, { name, text }) {
      dropOn(await until(`drop on ${selector}`, () => shown(selector)), [name, text])
    },
    async choose(_, input, { name, text }) {
      // The browser opens its dialog for a person alone; what comes out of it can be given.
      const found = await until(`choose a file for ${input}`, () => page.querySelector<HTMLInputElement>(input))
      const given = new DataTransfer()
      given.items.add(new File([text], name, { type: 'application/json' }))
      found.files = given.files
      found.dispatchEvent(new Event('change', { bubbles: true }))
    },
    async saved(act) {
      const { createObjectURL } = URL
      let saved: Blob | null = null
      URL.createObjectURL = (object) => {
        if (object instanceof Blob) saved = object
        return createObjectURL.call(URL, object)
      }
      try {
        await act()
        return await (await until('save a file', (): Blob | null => saved)).text()
      } finally {
        URL.createObjectURL = createObjectURL
      }
    },
  }
}
