// Runs a set of measurements: `node tests/bench/run.mjs [set] [options of the set]`; `speed` when none is named.
// A set is a module here that exports `run(root, options)` and resolves with the object to print last, as JSON.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Before Vite and Vue are loaded: what is measured is what is shipped.
process.env.NODE_ENV = 'production'
const { build } = await import('vite')

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const [set = 'speed', ...options] = process.argv.slice(2)
if (!/^\w+$/.test(set)) throw new Error(`There is no set of measurements called ${set}.`)

// Bundled as the page is, with its plugins; beside node_modules, where packages are found.
const outDir = join(root, '.cache/bench', set)
await build({
  root,
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  build: { ssr: join(root, 'tests/bench', `${set}.ts`), outDir, emptyOutDir: true, manifest: false },
})
const { run } = await import(pathToFileURL(join(outDir, `${set}.js`)).href)
const summary = await run(root, options)
process.stdout.write(`${JSON.stringify(summary)}\n`)
