import path from 'node:path'
import { Ajv } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { normalizePath, runnerImport, type Plugin } from 'vite'
import type { Catalogue } from '../bus/command.ts'
import { canonical } from '../bus/json.ts'
import { leavesOf } from '../bus/schema.ts'
import { bareSchema } from './bareSchema.ts'

const ID = 'virtual:validators'
const RESOLVED = `\0${ID}`

/** What ajv's standalone code still asks for by `require`, although its output is otherwise a module. */
const HELPERS: Readonly<Record<string, string>> = { ucs2length: '(text) => [...text].length', equal: 'equalJson' }

/**
 * Gives the page `virtual:validators`: a compiled validator for every leaf of every command of the catalogue,
 * so that nothing is compiled at run time and the content security policy can forbid it.
 * @param entry module that exports `catalogue`, relative to the project's root. It is run when the page is
 *   built, so it must load in Node.
 */
export function validators(entry: string): Plugin {
  let root = process.cwd()
  return {
    name: 'understudy:validators',
    configResolved(config) {
      root = config.root
    },
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return
      const file = path.resolve(root, entry)
      const { module, dependencies } = await runnerImport<{ catalogue?: Catalogue }>(file, { root, configFile: false })
      // The runner names what the entry imports, not the entry itself.
      for (const one of [file, ...dependencies]) this.addWatchFile(normalizePath(path.resolve(root, one)))
      if (!module.catalogue) this.error(`${entry} must export "catalogue".`)
      return { code: validatorsModule(module.catalogue, busFile), map: null }
    },
  }
}

const busFile = (name: string): string => normalizePath(path.join(import.meta.dirname, '../bus', name))

/**
 * The text of the module. Leaves that accept the same values share one validator.
 * @param addressOf how the module imports a file of the bus
 * @throws when a schema does not compile, or when ajv asks for a helper not known here
 */
export function validatorsModule(catalogue: Catalogue, addressOf: (name: string) => string): string {
  // Drafts after 7 track what was evaluated, which no leaf asks for. The words are those of `describeErrors`,
  // which needs neither ajv's messages nor where in the schema a rule stands: left out, the page is lighter.
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, messages: false, code: { source: true, esm: true } })
  const names = new Map<string, string>()
  const addresses: string[] = []
  for (const command of catalogue.commands) {
    for (const leaf of leavesOf(command.input)) {
      const schema = bareSchema(leaf.schema)
      const text = canonical(schema)
      const name = names.get(text) ?? `leaf${names.size}`
      if (!names.has(text)) ajv.addSchema(schema, name)
      names.set(text, name)
      addresses.push(`  [${JSON.stringify(`${command.id}.${leaf.path}`)}, ${name}],`)
    }
  }
  const exported = Object.fromEntries([...names.values()].map((name) => [`check_${name}`, name]))
  const compiled = standaloneCode(ajv, exported)
    .replace(/^\s*"use strict";/, '')
    .replace(/schemaPath:"(?:[^"\\]|\\.)*",/g, '')
    .replace(/require\("ajv\/dist\/runtime\/(\w+)"\)(?:\.default)?/g, (_, helper: string) => `(${helperOf(helper)})`)
  return [
    `import { describeErrors } from ${JSON.stringify(addressOf('describeErrors.ts'))}`,
    `import { equalJson } from ${JSON.stringify(addressOf('json.ts'))}`,
    compiled,
    'const inWords = (check) => (value) => (check(value) ? null : describeErrors(check.errors ?? []))',
    ...[...names.values()].map((name) => `const ${name} = inWords(check_${name})`),
    `const leaves = new Map([\n${addresses.join('\n')}\n])`,
    'export const validatorFor = (address) => leaves.get(address)',
  ].join('\n')
}

function helperOf(name: string): string {
  const helper = HELPERS[name]
  if (!helper) throw new Error(`Compiled validators ask for the helper "${name}", which is not provided.`)
  return helper
}
