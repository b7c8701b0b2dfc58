// Plays simulator scripts in a real browser: `npm run simulate -- FILE --host native|bridge [--record]`.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { runnerImport } from 'vite'
import { findBrowser } from './browser.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { module } = await runnerImport(join(root, 'simulator/headless/commandLine.ts'), { root, configFile: false, logLevel: 'error', oxc: { target: 'node20' } })
const tokens = (text) => countTokens(text, { disallowedSpecial: new Set() })
process.exitCode = await module.simulate(process.argv.slice(2), { findBrowser, tokens, print: (line) => console.log(line) })
