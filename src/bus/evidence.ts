/**
 * How one leaf of an input came about. Views know it at the moment of the gesture; nobody can find it
 * out later, so it travels with every dispatch.
 */
export type Evidence =
  | { readonly how: 'typed' }
  | { readonly how: 'pasted' }
  /** Chosen from the list on show at this place (from 0), or from a picker's vocabulary. */
  | { readonly how: 'picked'; readonly ordinal?: number; readonly from: 'list' | 'vocabulary' }
  | { readonly how: 'toggled'; readonly added?: readonly string[]; readonly removed?: readonly string[] }
  /** Nobody chose it: it was already so when the page opened. */
  | { readonly how: 'default' }
  /** The open record, or the row under the cursor, and how it came to be that. */
  | { readonly how: 'focus'; readonly from: 'opened' | 'cursor' | 'auto' | 'beforeTeach'; readonly ordinal?: number }
  | { readonly how: 'selection'; readonly of: 'all' | 'hand' }
  /** "Assign to me": the value is whoever acts. */
  | { readonly how: 'me' }
  /** Unchanged from the query before: the earlier evidence stands. */
  | { readonly how: 'kept' }

/** Evidence by dotted path of the input. */
export type EvidenceMap = Readonly<Record<string, Evidence>>
