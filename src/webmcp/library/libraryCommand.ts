import { defineCommand, type Command } from '../../bus/command.ts'
import type { JsonSchema } from '../../bus/schema.ts'

type Definition = Pick<Command, 'id' | 'title' | 'description' | 'output' | 'undoable' | 'plan'> &
  Partial<Pick<Command, 'say'>> & {
    /** Of the input. */
    readonly properties: Readonly<Record<string, JsonSchema>>
    /** Those of them that must be given; all when not told. */
    readonly required?: readonly string[]
  }

/** A command of the library's own housekeeping: no part of what can be taught, and unless told otherwise not taken back by undo. */
export const libraryCommand = ({ properties, required = Object.keys(properties), say, ...command }: Definition): Command =>
  defineCommand({
    effect: 'write',
    recordable: false,
    undoable: false,
    input: { type: 'object', properties, required, additionalProperties: false },
    say: say ?? (() => [command.title]),
    ...command,
  })
