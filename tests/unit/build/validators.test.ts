import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, createServer, type Rolldown, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { validators, validatorsModule } from '../../../src/build/validators.ts'
import { leavesOf } from '../../../src/bus/schema.ts'
import type { ValidatorFor } from '../../../src/bus/validate.ts'
import { catalogue } from '../../fixtures/garden.ts'
import { runtimeValidators } from '../../support/desk.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const entry = 'tests/fixtures/garden.ts'

/** A development server without a page, over a catalogue of its own. */
const serve = (home: string, file: string, watch: object | null): Promise<ViteDevServer> =>
  createServer({
    root: home,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch },
    optimizeDeps: { noDiscovery: true },
    plugins: [validators(file)],
  })

/** The virtual module as the development server hands it out. */
const validatorsOf = async (server: ViteDevServer): Promise<ValidatorFor> =>
  ((await server.ssrLoadModule('virtual:validators')) as { validatorFor: ValidatorFor }).validatorFor

/** The virtual module as the build writes it. */
async function builtValidators(): Promise<string> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [validators(entry)],
    build: { write: false, minify: false, lib: { entry: 'tests/fixtures/validatorsEntry.ts', formats: ['es'] } },
  })) as Rolldown.RolldownOutput[]
  return built[0]?.output[0].code ?? ''
}

describe('validators of the catalogue, compiled ahead', () => {
  let served: ValidatorFor
  beforeAll(async () => {
    const server = await serve(root, entry, null)
    served = await validatorsOf(server)
    await server.close()
  }, 30_000)

  it('has one for every leaf of every command, under command and path', () => {
    const addresses = catalogue.commands.flatMap((command) => leavesOf(command.input).map((leaf) => `${command.id}.${leaf.path}`))
    expect(addresses).toContain('move_plant.to.bedId')
    expect(addresses.filter((address) => !served(address))).toEqual([])
    expect(served('move_plant.to')).toBeUndefined()
    expect(served('toString')).toBeUndefined()
  })

  it('says the same as ajv at run time, in the same words', () => {
    const atRunTime = runtimeValidators(catalogue)
    const values = ['p1', '', 'north', 'x'.repeat(13), '🌱'.repeat(12), '🌱'.repeat(13), 4, -1, 1.5, NaN, null, true, {}, [], ['a'], ['a', 'a'], [''], [1], ['a', 'b', 'c', 'd', 'e']]
    const said = (validatorFor: ValidatorFor): readonly string[] =>
      catalogue.commands.flatMap((command) =>
        leavesOf(command.input).flatMap((leaf) => {
          const address = `${command.id}.${leaf.path}`
          return values.map((value) => `${address} ${JSON.stringify(value)}: ${String(validatorFor(address)?.(value))}`)
        }),
      )
    const words = said(served)
    expect(words).toEqual(said(atRunTime))
    expect(words).toContain('set_height.plantId "": must not be empty')
    expect(words).toContain('move_plant.to.bedId "p1": must be one of north, south')
    expect(words).toContain('add_labels.labels ["a","a"]: must not hold the same item twice')
    expect(words).toContain(`set_height.plantId ${JSON.stringify('🌱'.repeat(12))}: null`)
  })

  it('shares one validator between leaves that accept the same, however they are described', () => {
    expect(served('find_plants.bedId')).toBe(served('move_plant.to.bedId'))
    expect(served('find_plants.bedId')).not.toBe(served('set_height.plantId'))
  })

  it('needs neither require nor code from strings in the build', async () => {
    const code = await builtValidators()
    expect(code).not.toMatch(/\brequire\(/)
    expect(code).not.toMatch(/new Function|\beval\(/)
    const file = path.join(folder, 'validators.mjs')
    writeFileSync(file, `${code}\nprocess.stdout.write(String(validatorFor('set_height.height')(501)))`)
    const said = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', file], { encoding: 'utf8' })
    expect(said).toBe('must be at most 500')
  }, 30_000)

  it('refuses helpers it does not know and schemas that do not compile', () => {
    const broken = { ...catalogue, commands: catalogue.commands.slice(0, 1).map((command) => ({ ...command, input: { type: 'object', properties: { a: { type: 'strange' } } } })) }
    expect(() => validatorsModule(broken, (name) => name)).toThrow(/strange|type/)
  })

  it.each(['catalogue.ts', 'beds.ts'])('are made anew while developing when %s changes', async (changed) => {
    const home = mkdtempSync(path.join(folder, 'site-'))
    const texts = {
      'catalogue.ts': `import { beds } from './beds.ts'\nconst id = 'a'\nexport const catalogue = { entities: [], commands: [{ id, input: { type: 'object', properties: { bed: { enum: beds } } } }] }`,
      'beds.ts': `export const beds = ['a']`,
    }
    for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(home, name), text)
    const server = await serve(home, 'catalogue.ts', {})
    try {
      expect((await validatorsOf(server))('a.bed')?.('b')).toBe('must be one of a')
      const edited = Object.entries(texts).find(([name]) => name === changed)?.[1].replaceAll(`'a'`, `'b'`) ?? ''
      await vi.waitFor(
        async () => {
          writeFileSync(path.join(home, changed), edited)
          const now = await validatorsOf(server)
          expect(now(changed === 'beds.ts' ? 'a.bed' : 'b.bed')?.(changed === 'beds.ts' ? 'b' : 'a')).toBeNull()
        },
        { timeout: 20_000, interval: 200 },
      )
    } finally {
      await server.close()
    }
  }, 30_000)

  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'understudy-validators-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
})
