import type { Part } from './gold.ts'

export interface Options {
  readonly seed: string
  /** Where the JSON object is written to as well. */
  readonly json: string | null
  readonly parts: readonly Part[]
  readonly verbose: boolean
  /** Only procedures whose id begins so, such as `train-copy`. */
  readonly only: string
}

/**
 * `--seed N --json FILE --part train|test --only PREFIX --verbose`
 * @throws with what is wrong, in words
 */
export function readOptions(args: readonly string[]): Options {
  const given = new Map<string, string>()
  for (let place = 0; place < args.length; place += 1) {
    const name = args[place] ?? ''
    if (name === '--verbose') {
      given.set(name, 'yes')
      continue
    }
    const value = args[place + 1]
    if (!NAMES.has(name) || value === undefined) throw new Error(`Use --verbose or ${[...NAMES].join(', ')} with a value; not ${name}.`)
    given.set(name, value)
    place += 1
  }
  const part = given.get('--part')
  if (part !== undefined && part !== 'train' && part !== 'test') throw new Error('The parts are train and test.')
  return {
    seed: given.get('--seed') ?? '1',
    json: given.get('--json') ?? null,
    parts: part === undefined ? ['train', 'test'] : [part],
    verbose: given.has('--verbose'),
    only: given.get('--only') ?? '',
  }
}

const NAMES = new Set(['--seed', '--json', '--part', '--only'])
