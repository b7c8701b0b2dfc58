import type { Edit } from './types.ts'
import { leafAddress } from './copies.ts'

type Wish = Extract<Edit, { edit: 'parameter' | 'constant' }>

/** What a person changed by hand, asked leaf by leaf. Of two edits of one leaf the later one counts. */
export class HandEdits {
  private readonly used = new Set<Edit>()

  constructor(private readonly edits: readonly Edit[]) {}

  /** Addresses of the leaves that somebody made a parameter at some time. */
  get madeParams(): ReadonlySet<string> {
    return new Set(this.edits.flatMap((edit) => (edit.edit === 'parameter' ? [leafAddress(edit.step, edit.leaf)] : [])))
  }

  /** What the person wants this leaf to be, if they said. `key` is the key it has, or would have, as a parameter. */
  wish(step: string, leaf: string, key: string): Wish['edit'] | null {
    const about = this.edits.filter((edit): edit is Wish => {
      if (edit.edit === 'constant') return edit.key === key
      return edit.edit === 'parameter' && edit.step === step && edit.leaf === leaf
    })
    for (const edit of about) this.used.add(edit)
    return about.at(-1)?.edit ?? null
  }

  /** Edits nothing asked about: what they were about is no longer part of the demonstrations. */
  get idle(): readonly Edit[] {
    return this.edits.filter((edit) => !this.used.has(edit))
  }
}
