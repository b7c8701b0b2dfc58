import { defineCommand } from '../bus/command.ts'
import type { EntityDef } from '../bus/entity.ts'
import type { JsonSchema } from '../bus/schema.ts'
import type { Rec, State } from '../bus/state.ts'

/** What a person may set about the console. Each is one record, so setting two of them never collides. */
export interface Preferences {
  /** Id of the assignee the person is, or empty. */
  readonly me: string
  readonly theme: 'system' | 'light' | 'dark'
  readonly density: 'comfortable' | 'compact'
  /** Single-letter keys; `off` for assistive technology that uses letters itself. */
  readonly letterKeys: 'on' | 'off'
  /** Whether agents may reach the page through the bridge; empty until the person said so. */
  readonly bridge: '' | 'on' | 'off'
}

export const DEFAULT_PREFERENCES: Preferences = { me: '', theme: 'system', density: 'comfortable', letterKeys: 'on', bridge: '' }

const CHOICES: { readonly [K in keyof Preferences]: readonly string[] | null } = {
  me: null,
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  letterKeys: ['on', 'off'],
  bridge: ['', 'on', 'off'],
}

const schema: JsonSchema = {
  type: 'object',
  properties: {
    key: { type: 'string', enum: Object.keys(CHOICES) },
    value: { type: 'string', maxLength: 64 },
  },
  required: ['key', 'value'],
  additionalProperties: false,
}

export const preferenceEntity: EntityDef = {
  name: 'preference',
  one: 'preference',
  many: 'preferences',
  idField: 'key',
  titleField: 'key',
  schema,
  rowFields: ['key', 'value'],
  chunk: 100,
}

export const setPreference = defineCommand({
  id: 'set_preference',
  title: 'Set a preference',
  description: 'Sets one preference of this console, in this browser.',
  effect: 'write',
  recordable: false,
  undoable: false,
  input: schema,
  output: schema,
  plan(state, _view, input) {
    const { key, value } = input as { key: keyof Preferences; value: string }
    const choices = CHOICES[key]
    if (choices && !choices.includes(value)) {
      return { refused: { code: 'INVALID_INPUT', message: `${key} must be one of ${choices.join(', ')}.`, path: 'value', known: choices } }
    }
    const before = state.get('preference', key)
    if (before?.value === value) return { output: { key, value } }
    const patch = before
      ? ({ op: 'update', entity: 'preference', id: key, fields: { value: { from: before.value ?? '', to: value } } } as const)
      : ({ op: 'create', entity: 'preference', id: key, record: { key, value } satisfies Rec } as const)
    return { output: { key, value }, patches: [patch] }
  },
  say: (slot) => ['Set ', ...slot('key'), ' to ', ...slot('value')],
})

/** The preferences as they are, defaults filled in. Values that are not known any more count as unset. */
export function preferencesOf(state: State): Preferences {
  const stored = <K extends keyof Preferences>(key: K): Preferences[K] => {
    const value = state.get('preference', key)?.value
    const known = typeof value === 'string' && (CHOICES[key]?.includes(value) ?? true)
    return known ? (value as Preferences[K]) : DEFAULT_PREFERENCES[key]
  }
  return {
    me: stored('me'),
    theme: stored('theme'),
    density: stored('density'),
    letterKeys: stored('letterKeys'),
    bridge: stored('bridge'),
  }
}
