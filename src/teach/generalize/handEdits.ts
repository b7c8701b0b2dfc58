import { equalJson, type Json } from '../../bus/json.ts'
import type { Pick } from '../procedure/types.ts'
import type { Literal } from '../recording/types.ts'
import type { Edit } from './types.ts'
import { leafAddress } from './leaves/copies.ts'

type Wish = Extract<Edit, { edit: 'parameter' | 'constant' }>

/** What a person changed by hand, asked leaf by leaf. Of two edits of one leaf the later one counts. */
export class HandEdits {
  private readonly used = new Set<Edit>()

  constructor(private readonly edits: readonly Edit[]) {}

  /** Addresses of the leaves that somebody made a parameter at some time. */
  get madeParams(): ReadonlySet<string> {
    return new Set(this.edits.flatMap((edit) => (edit.edit === 'parameter' ? [leafAddress(edit.step, edit.leaf)] : [])))
  }

  /** The rule by which the person wants a record taken. */
  pick(step: string, leaf: string): Pick | null {
    return this.last('pick', (edit) => edit.step === step && edit.leaf === leaf)?.choose ?? null
  }

  dropped(step: string): boolean {
    return this.last('drop', (edit) => edit.step === step) !== null
  }

  max(step: string): number | null {
    return this.last('max', (edit) => edit.step === step)?.max ?? null
  }

  name(key: string): string | null {
    return this.last('rename', (edit) => edit.key === key)?.name ?? null
  }

  /** Whether the person ticked a guard or took the tick away; null when they did neither. */
  ticked(step: string, literal: Literal): boolean | null {
    return this.last('guard', (edit) => edit.step === step && equalJson(edit.literal as unknown as Json, literal as unknown as Json))?.on ?? null
  }

  private last<K extends Edit['edit']>(kind: K, about: (edit: Extract<Edit, { edit: K }>) => boolean): Extract<Edit, { edit: K }> | null {
    const found = this.edits.filter((edit): edit is Extract<Edit, { edit: K }> => edit.edit === kind && about(edit as Extract<Edit, { edit: K }>))
    for (const edit of found) this.used.add(edit)
    return found.at(-1) ?? null
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
