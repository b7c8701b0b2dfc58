import { hookOf } from './hookOf.ts'
import { watchChoices } from './watchChoices.ts'
import type { Place } from './seen.ts'
import { toolOf, type Tell } from './watching.ts'

/** The panel is no part of the page. */
const PANEL = '[data-region="simulator"]'

/** Controls whose click tells something, by where they stand. */
const CLICKS: readonly (readonly [Place, string])[] = [
  ['draft', '[data-region="draft"] :is([data-edit-step], [data-parameterise], [data-rule], [data-guard], [data-drop], [data-fix])'],
  ['draft', '[data-region="draft"] :is([data-action="take-back"], [data-action="discard"], [data-action="discard-all"], [data-action="discard-draft"])'],
  ['draft', ':is([data-action="drafts"], [data-region="draft"] [data-action="join"])'],
  ['approval', '[data-region="approval-banner"] [data-action="review"]'],
  ['pack', '[data-region="pack"] :is([data-action="approve"], [data-action="reject"], [type="checkbox"])'],
  ['library', '[data-region="library"] [data-tool] :is([data-action="run"], [data-rove])'],
  ['library', '[data-region="library"] [data-argument] button:not([role])'],
  ['run-form', '[data-region="run-form"] [data-argument] button:not([role])'],
  ['run', '[data-region="run"] [data-action="undo-run"]'],
  ['list', ':is([data-nav], [data-named], [data-action="clear-filter"], [data-action="refresh"])'],
  ['ticket', '[data-region="ticket"] [data-action="back"]'],
]

/** Fields whose text tells something. */
const FIELDS: readonly (readonly [Place, string])[] = [
  ['draft', '[data-region="draft"] :is([name="parameter"], [data-max])'],
  ['pack', '[data-region="pack"] [name="name"]'],
  ['library', '[data-region="library"] [data-argument] :is(input, textarea):not([role])'],
  ['run-form', '[data-region="run-form"] [data-argument] :is(input, textarea):not([role])'],
]
/** Milliseconds after which a text counts as written: before the page takes it, which waits a little longer. */
const WRITTEN = 250

/** Longer files are not kept, in characters. */
export const LONGEST_FILE = 100_000

/** Keys of the console that leave no trace of how things were done. Of moves only those without an open ticket: it would go along. */
const MOVES: Readonly<Record<string, string>> = { j: 'j', k: 'k', ArrowDown: 'j', ArrowUp: 'k', Home: 'Home', End: 'End', PageDown: 'PageDown', PageUp: 'PageUp' }

/**
 * Watches what a person, or a script in their place, does with the page, as far as commands and audit do not tell how it
 * was done. It only looks: nothing it sees is kept from the page, or changed.
 * @returns ends it
 */
export function watchPerson(window: Window & typeof globalThis, tell: Tell): () => void {
  const { document } = window
  const leave = new AbortController()
  const { signal } = leave
  const on = <Type extends keyof WindowEventMap>(type: Type, act: (event: WindowEventMap[Type], target: Element) => void, capture = true): void =>
    window.addEventListener(
      type,
      (event) => {
        const target = event.target instanceof window.Element ? event.target : document.body
        if (!target.closest(PANEL)) act(event, target)
      },
      { capture, signal },
    )

  let writing: { readonly field: HTMLInputElement; readonly in: Place; readonly hook: string | null; readonly timer: number } | null = null
  function written(): void {
    if (!writing) return
    const { field, hook, timer, in: place } = writing
    window.clearTimeout(timer)
    writing = null
    if (hook !== null) tell({ did: 'fill', in: place, hook, text: field.value, ...toolOf(field) }, Date.now())
  }

  on('input', (event, target) => {
    if (target.matches('[data-filter="text"]') && event instanceof InputEvent && /^insertFrom(Paste|Drop)$/.test(event.inputType)) tell({ did: 'paste' }, Date.now())
    const place = placeOf(FIELDS, target)
    if (!place) return
    if (writing && writing.field !== target) written()
    if (writing) window.clearTimeout(writing.timer)
    // Where it stands is how it was called before this text was taken.
    const hook = writing ? writing.hook : hookOf(target)
    writing = { field: target as HTMLInputElement, in: place[0], hook, timer: window.setTimeout(written, WRITTEN) }
  })

  on('click', (_, target) => {
    written()
    const place = placeOf(CLICKS, target)
    const control = place && target.closest(place[1])
    const hook = control ? hookOf(control) : null
    if (!place || !control || hook === null || control.matches(':disabled')) return
    const tool = toolOf(control)
    const opens = control.closest('[data-tool]')?.querySelector('[data-rove]')?.getAttribute('aria-expanded') === 'false'
    const part = control.matches('[data-argument] *') ? {} : { opens }
    tell({ did: 'click', in: place[0], hook, ...tool, ...('tool' in tool ? part : {}) }, Date.now())
  })

  on('submit', (_, target) => {
    written()
    if (target.closest('[data-region="run-form"]')) tell({ did: 'click', in: 'run-form', hook: '[data-region="run-form"] [data-action="run"]' }, Date.now())
  })

  on('change', (_, target) => {
    written()
    if (target instanceof window.HTMLInputElement && target.type === 'file') fileCame('choose', target.files)
  })
  on('drop', (event) => fileCame('drop', event.dataTransfer?.files))

  function fileCame(how: 'drop' | 'choose', files: FileList | null | undefined): void {
    const [file, second] = files ?? []
    // The page takes one at a time, and a script gives no more.
    if (!file || second) return
    const at = Date.now()
    const { name } = file
    const keep = (text: string | null): void => tell({ did: 'file', how, name, text }, at)
    if (file.size > LONGEST_FILE) keep(null)
    else void file.text().then(keep, () => keep(null))
  }

  let pressed: { readonly at: number; readonly over?: 'pack' | 'approval' } = { at: 0 }
  on('keydown', (event, target) => {
    const over = (['pack', 'approval'] as const).find((one) => document.querySelector(`[data-region="${one}"]`) !== null)
    pressed = { at: Date.now(), ...(over ? { over } : {}) }
    // As good as the button, while the panel has the focus.
    const join = event.key === 'Enter' && target.matches('[data-region="draft"]') ? target.querySelector('[data-action="join"]') : null
    const hook = join && hookOf(join)
    if (hook !== null) tell({ did: 'click', in: 'draft', hook }, pressed.at)
    if (event.key === 'Escape') written()
  })
  // By now the console has said whether the key is its own.
  on(
    'keydown',
    (event) => {
      const keys = event.defaultPrevented || event.key === 'Escape' ? keysOf(event, document) : null
      const { at, ...over } = pressed
      if (keys !== null) tell({ did: 'press', keys, until: Date.now(), ...over }, at)
    },
    false,
  )
  watchChoices(on, tell)

  return () => {
    if (writing) window.clearTimeout(writing.timer)
    leave.abort()
  }
}

const placeOf = (all: typeof CLICKS, target: Element): (typeof CLICKS)[number] | undefined => all.find(([, selector]) => target.closest(selector))

function keysOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent, document: Document): string | null {
  if (altKey) return null
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' ? `Control+${shiftKey ? 'Shift+' : ''}z` : null
  if (key === 'Escape') return key
  const overlaid = document.querySelector('dialog[open], [popover], [data-region="ticket"]') !== null
  return overlaid ? null : (MOVES[key] ?? null)
}
