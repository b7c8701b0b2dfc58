import type { Assertion } from '../assertion.ts'
import { aTool, outcome } from '../tools.ts'

const REFUSED: Readonly<Record<string, readonly [says: string, name: string]>> = {
  empty: ['an empty name', ''],
  long: ['a name of 129 characters', 'n'.repeat(129)],
  space: ['a name with a space', 'a b'],
  slash: ['a name with a slash', 'a/b'],
  accent: ['a name with a letter that is not ASCII', 'café'],
  emoji: ['a name with an emoji', 'go🚀'],
  newline: ['a name that ends in a line break', 'one\n'],
}

const TAKEN: Readonly<Record<string, readonly [says: string, name: string]>> = {
  single: ['a name of one character', 'x'],
  longest: ['a name of 128 characters', 'n'.repeat(128)],
  marks: ['dots, dashes, underscores and digits, also in front', '.9-a_B.0'],
}

/** Which names a tool may have. */
export const naming: readonly Assertion[] = [
  ...Object.entries(REFUSED).map(([id, [says, name]]): Assertion => ({
    id: `name-${id}`,
    says: `${says} is refused with an InvalidStateError`,
    observe: async (host) => [await outcome(host.register(aTool(name))), await host.names()],
    gives: [{ error: 'InvalidStateError' }, []],
  })),
  ...Object.entries(TAKEN).map(([id, [says, name]]): Assertion => ({
    id: `name-${id}`,
    says: `taken as a name: ${says}`,
    async observe(host) {
      await host.register(aTool(name))
      return host.names()
    },
    gives: [name],
  })),
  {
    id: 'name-case',
    says: 'names that differ only in case are two names',
    async observe(host) {
      await host.register(aTool('tool'))
      await host.register(aTool('Tool'))
      return (await host.names()).length
    },
    gives: 2,
  },
]
