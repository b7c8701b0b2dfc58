import type { Compiled } from './types.ts'

/** What a definition takes of an agent's context, by estimate: every call of the agent carries it. */
export interface ContextCost {
  readonly characters: number
  readonly tokens: number
}

/** What the taught tools together should take at most, in tokens. Ours: no host says what it has room for. */
export const CONTEXT_BUDGET = 3_000

/** English and JSON run at about four characters a token. */
const CHARACTERS_A_TOKEN = 4

/** What clients hand on of a tool to their model: its name, description and input schema. */
export function contextCost({ name, description, inputSchema }: Pick<Compiled, 'name' | 'description' | 'inputSchema'>): ContextCost {
  const characters = JSON.stringify({ name, description, inputSchema }).length
  return { characters, tokens: Math.ceil(characters / CHARACTERS_A_TOKEN) }
}
