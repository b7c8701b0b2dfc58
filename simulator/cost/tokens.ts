/** Counts tokens as models with the o200k vocabulary do. */
export type CountTokens = (text: string) => number

let loading: Promise<CountTokens> | null = null

/** Loads the vocabulary, once: it is 2 MB, and nothing but the simulator wants it. */
export function loadTokens(): Promise<CountTokens> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => (text) => countTokens(text, { disallowedSpecial: new Set() }))
  return loading
}
