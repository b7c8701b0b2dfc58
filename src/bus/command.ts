import type { EntityDef } from './entity.ts'
import type { Json, JsonObject } from './json.ts'
import type { Problem } from './results.ts'
import type { JsonSchema } from './schema.ts'
import type { Patch, State, View } from './state.ts'
import type { Words } from './words.ts'

/** `read` returns, `view` moves what is in front of the caller, `write` changes records. */
export type Effect = 'read' | 'view' | 'write'

/** What a command says it would do. Nothing has happened yet. */
export interface Plan {
  readonly output: Json
  readonly patches?: readonly Patch[]
  readonly viewPatch?: Partial<View>
}

export interface Refusal {
  readonly refused: Problem
}

/** Pure surroundings of a plan. */
export interface PlanContext {
  /** ISO time of the dispatch. */
  readonly now: string
}

/**
 * One entry of the catalogue. Everything else derives from it: types, validators, palette, keys, help,
 * the allowlist of what can be recorded, dry runs, undo and the table in the docs.
 */
export interface Command {
  readonly id: string
  /** Imperative, for palette and help: *Set priority*. */
  readonly title: string
  readonly description: string
  readonly effect: Effect
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** May be part of a recording, and of a tool. */
  readonly recordable: boolean
  /** Refuses to be recorded: its input is a secret. */
  readonly sensitive?: boolean
  /** Cannot be taken back: tools that use it say so to the host. */
  readonly consequential?: boolean
  /** Keys that start it in the console, in the notation of `keyboard/`. */
  readonly keys?: readonly string[]
  /** The leaf a palette or picker asks for after the command was chosen. */
  readonly argument?: string
  /** Its write can be undone by the person; false for housekeeping such as publishing. Only read for writes. */
  readonly undoable?: boolean
  /**
   * What the command would do, or why not. Pure: changes nothing, reads only its arguments,
   * and gives the same answer for the same ones.
   */
  plan(state: State, view: View, input: JsonObject, context: PlanContext): Plan | Refusal
  /**
   * The step in plain words. `slot` renders one leaf of the input, whatever it is bound to; it gives
   * an empty list where the leaf is left out.
   */
  say(slot: (leaf: string) => Words): Words
}

/** The one list of commands and of what they work on. */
export interface Catalogue {
  readonly commands: readonly Command[]
  readonly entities: readonly EntityDef[]
}

export const refuse = (
  code: Problem['code'],
  message: string,
  more: Omit<Problem, 'code' | 'message'> = {},
): Refusal => ({ refused: { code, message, ...more } })

/** Freezes a definition; one call a command, so a file per command reads like a record. */
export const defineCommand = (command: Command): Command => Object.freeze(command)

/** Looks definitions up by name, and refuses a catalogue that names one twice. */
export class CatalogueIndex {
  readonly commands: ReadonlyMap<string, Command>
  readonly entities: ReadonlyMap<string, EntityDef>

  constructor(readonly catalogue: Catalogue) {
    this.commands = unique(catalogue.commands, (command) => command.id)
    this.entities = unique(catalogue.entities, (entity) => entity.name)
  }

  command(id: string): Command | undefined {
    return this.commands.get(id)
  }

  /** @throws when the catalogue does not define the entity: a fault of the program, not of input. */
  entity(name: string): EntityDef {
    const found = this.entities.get(name)
    if (!found) throw new Error(`The catalogue has no entity "${name}".`)
    return found
  }
}

function unique<T>(items: readonly T[], name: (item: T) => string): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const item of items) {
    if (map.has(name(item))) throw new Error(`The catalogue defines "${name(item)}" twice.`)
    map.set(name(item), item)
  }
  return map
}
