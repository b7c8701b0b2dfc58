import { isObject, type Json } from '../json.ts'

/** Parts of the page in which a click or a text tells what neither a command nor the audit does. */
export type Place = 'draft' | 'pack' | 'approval' | 'library' | 'run-form' | 'run' | 'list' | 'ticket'

/** Something a person did at the page itself: how it was done, where commands and audit only tell what came of it. */
export type Seen =
  /** A key the console took. What came of it came until then, in milliseconds since 1970. `over`: what was on top. */
  | { readonly did: 'press'; readonly keys: string; readonly until: number; readonly over?: 'pack' | 'approval' }
  | Chosen
  | { readonly did: 'click'; readonly in: Place; readonly hook: string; readonly tool?: string; readonly opens?: boolean }
  | { readonly did: 'fill'; readonly in: Place; readonly hook: string; readonly text: string; readonly tool?: string }
  /** A text was pasted into the search. */
  | { readonly did: 'paste' }
  /** One file came to the page. The text is null where it was too long to keep. */
  | { readonly did: 'file'; readonly how: 'drop' | 'choose'; readonly name: string; readonly text: string | null }

/** What was chosen in a list, by the text on show. */
export interface Chosen {
  readonly did: 'choose'
  /** Which list it was: `field:assignee`, `filter:tag`, `tool`, `drafts`, or `argument`. */
  readonly from: string
  readonly value: string
  readonly label: string
  /** Whether typing the label and Enter takes this one for sure: no other begins with it. */
  readonly plain: boolean
  /** Of an argument: where it stands, the control that opens the list, and whether several can be chosen. */
  readonly in?: Place
  readonly hook?: string
  readonly tool?: string
  readonly several?: boolean
}

/** What an entry of the log says was seen, or null. */
export const seenIn = (detail: Json): Seen | null => (isObject(detail) && typeof detail.did === 'string' ? (detail as unknown as Seen) : null)

/** The list to choose from that is open, where a person types in it, and one of its options. */
export const LIST = '[popover]:has([role="listbox"])'
export const LIST_BOX = `${LIST} [role="searchbox"]:focus`
export const optionHook = (value: string): string => `${LIST} [role="option"]${valued('data-value', value)}`

/** An attribute and its value as CSS has them. */
export const valued = (name: string, value: string): string => `[${name}="${value.replaceAll(/["\\]/g, '\\$&')}"]`
