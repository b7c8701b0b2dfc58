import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import { validatorFor } from 'virtual:validators'
import { newId } from '../app/ids.ts'
import type { Problem } from '../bus/results.ts'
import type { Gesture } from '../webmcp/library/types.ts'
import { PACK_LIMITS } from '../webmcp/packs/format.ts'
import type { Imported, Packs } from '../webmcp/packs/packs.ts'
import type { PackReview, Renames, SoundPack } from '../webmcp/packs/review.ts'
import { useNoticesStore, type Notice } from './notices.ts'
import { useServices, useTaught } from './services.ts'

/** How a pack came to the page. */
export type Via = 'drop' | 'picker'

/** A pack that waits for the person. */
interface Opened {
  readonly id: number
  readonly pack: SoundPack
  readonly via: Via
}

/** What is handed to the browser to keep. */
export interface PackFile {
  readonly file: string
  readonly text: string
}

/** Tool packs towards the views: out by export, in by one review. The code behind it is loaded at the first use. */
export const usePacksStore = defineStore('packs', () => {
  const { bus, history } = useServices()
  const { library } = useTaught()
  const notices = useNoticesStore()
  const opened = shallowRef<Opened | null>(null)
  const renames = shallowRef<Renames>(new Map())
  const packs = shallowRef<Packs | null>(null)
  let count = 0
  let said: number | undefined

  /** What the pack under review would bring, as the library is now. */
  const review = shallowRef<PackReview | null>(null)

  function look(): void {
    review.value = opened.value && packs.value ? packs.value.review(opened.value.pack, renames.value) : null
  }
  onScopeDispose(library.onChange(look))

  function say(text: string, tone?: Notice['tone'], action?: Notice['action']): void {
    notices.show(text, tone, action)
    said = notices.current?.id
  }
  const refuse = ({ message }: Problem): void => say(message, 'problem')

  /** What was said of the pack before is not about the next one. */
  function hush(): void {
    if (notices.current?.id === said) notices.dismiss()
  }

  async function load(): Promise<Packs> {
    if (packs.value) return packs.value
    const { createPacks } = await import('../webmcp/packs/packs.ts')
    packs.value ??= createPacks({ bus, library, validatorFor, newId, clock: Date.now })
    return packs.value
  }

  /** @returns the file, or null with the reason on show */
  async function exportPack(includeText = false, names?: readonly string[]): Promise<PackFile | null> {
    const made = (await load()).export({ includeText, ...(names ? { names } : {}) })
    if (!made.ok) {
      refuse(made.error)
      return null
    }
    const { pack, left, file, text } = made.value
    const without = left.length > 0 ? ` Left out: ${left.join('; ')}.` : ''
    say(`${counted(pack.tools.length)} exported to ${file}.${without}`)
    return { file, text }
  }

  /** Reads a file: refuses it, brings back what was approved before, or opens the review. */
  async function read(source: File, via: Via): Promise<void> {
    if (busy()) return
    hush()
    const { bytes } = PACK_LIMITS
    if (source.size > bytes) {
      say(`Nothing was imported: the pack is larger than ${bytes / 1024 / 1024} MiB.`, 'problem')
      return
    }
    const [loaded, text] = await Promise.all([load(), textOf(source)])
    const pack = text === null ? null : loaded.open(text)
    if (pack === null) say('Nothing was imported: the file cannot be read.', 'problem')
    else if (!pack.ok) refuse(pack.error)
    else if (!busy()) present(loaded, pack.value, via)
  }

  /** One pack at a time; a second may have come while the first was being read. */
  function busy(): boolean {
    if (opened.value) say('Another pack is under review. Finish with that one first.', 'problem')
    return opened.value !== null
  }

  function present(loaded: Packs, pack: SoundPack, via: Via): void {
    const found = loaded.review(pack)
    const known = found.entries.filter(({ standing }) => standing === 'known')
    if (found.entries.every(({ standing }) => standing === 'here')) {
      say('Every tool of this pack is in the library already.')
    } else if (found.entries.every(({ standing }) => standing === 'here' || standing === 'known')) {
      const places = known.map(({ place }) => place)
      const back = loaded.accept({ pack, shown: found, renames: new Map(), places, gesture: null, via })
      if (back.ok) tell(back.value, 'came back, as approved here before')
      else refuse(back.error)
    } else {
      renames.value = new Map()
      opened.value = { id: ++count, pack, via }
      look()
    }
  }

  /** @returns why not, in a sentence; empty when it was done */
  function accept(places: readonly number[], gesture: Gesture): string {
    const { value: now } = opened
    const { value: shown } = review
    if (!now || !shown || !packs.value) return 'This pack is not under review any more.'
    const { pack, via } = now
    const done = packs.value.accept({ pack, shown, renames: renames.value, places, gesture, via })
    if (!done.ok) return done.error.message
    close()
    tell(done.value, 'imported')
    return ''
  }

  function tell({ commitId, live, disabled }: Imported, what: string): void {
    const surplus = disabled.length > 0 ? ` ${counted(disabled.length)} beyond the limit came in disabled.` : ''
    say(`${counted(live.length + disabled.length)} ${what}.${surplus}`, 'info', { label: 'Undo', run: () => undo(commitId) })
  }

  function undo(commitId: string): void {
    const undone = history.undo(commitId)
    if (undone.ok) say('The import was undone.')
    else refuse(undone.error)
  }

  /** Gives a tool of the pack another name; an empty one gives it back what was suggested. */
  function rename(place: number, name: string): void {
    const next = new Map(renames.value)
    if (name === '') next.delete(place)
    else next.set(place, name)
    renames.value = next
    look()
  }

  function close(): void {
    hush()
    opened.value = null
    look()
  }

  return { opened, review, say, exportPack, read, accept, rename, close }
})

const counted = (count: number): string => `${count} ${count === 1 ? 'tool' : 'tools'}`

/** A file may have gone since it was chosen, or be a folder. */
async function textOf(file: File): Promise<string | null> {
  try {
    return await file.text()
  } catch {
    return null
  }
}
