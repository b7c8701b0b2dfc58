import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { CountTokens } from '../cost/tokens.ts'
import { buildWithSimulator, serve } from './build.ts'
import { logOf, scriptOf } from './keptRun.ts'
import { launchFor, type HostName } from './openPage.ts'
import { playFile, type Played } from './playFile.ts'
import { table } from './table.ts'

const USAGE = `npm run simulate -- [FILE...] [--host native|bridge|both] [--record] [--dist FOLDER] [--origin URL]

  FILE      a script; all of simulator/scripts when left out
  --host    what to play it on; native when left out
  --record  keeps in .cache/simulate what happened, for the panel to import, and the same as a script
  --dist    a build made with VITE_SIMULATOR=1 to use instead of a new one
  --origin  a server that is running already`

const root = path.resolve(import.meta.dirname, '../..')
const HOSTS: Readonly<Record<string, readonly HostName[]>> = { native: ['native'], bridge: ['bridge'], both: ['native', 'bridge'] }

export interface CommandLine {
  /** Finds the browser; the same as the tests use. */
  findBrowser(): string | null
  readonly tokens: CountTokens
  print(line: string): void
}

/** Plays scripts as told on the command line. @returns the exit code */
export async function simulate(args: readonly string[], { findBrowser, tokens, print }: CommandLine): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { host: { type: 'string', default: 'native' }, record: { type: 'boolean' }, dist: { type: 'string' }, origin: { type: 'string' }, help: { type: 'boolean' } },
  })
  const hosts = HOSTS[values.host]
  if (values.help || !hosts) {
    print(USAGE)
    return values.help ? 0 : 2
  }
  const executable = findBrowser()
  if (!executable) throw new Error('No Chrome or Chromium was found; set CHROME to its path.')
  const dist = values.dist ?? path.join(root, '.cache/simulator-dist')
  if (values.dist === undefined && values.origin === undefined) buildWithSimulator(dist)
  await using server = values.origin === undefined ? await serve(dist) : { origin: values.origin, [Symbol.asyncDispose]: () => Promise.resolve() }
  const files = positionals.length > 0 ? positionals : allScripts()
  let failed = 0
  for (const host of hosts) {
    const browser = await launchFor(host, executable)
    try {
      for (const file of files) {
        print(`\n=== ${file} on ${host}`)
        try {
          const played = await playFile(file, { browser, origin: server.origin, host, tokens })
          print(table(played.report, file, played.text))
          for (const error of played.errors) print(`the page threw: ${error}`)
          if (!played.report.ok || played.errors.length > 0) failed += 1
          if (values.record) for (const line of keep(file, host, played)) print(line)
        } catch (error) {
          print(error instanceof Error ? error.message : String(error))
          failed += 1
        }
      }
    } finally {
      await browser.close()
    }
  }
  print(`\n${files.length * hosts.length - failed} of ${files.length * hosts.length} passed`)
  return failed === 0 ? 0 : 1
}

const allScripts = (): readonly string[] =>
  readdirSync(path.join(root, 'simulator/scripts'))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `simulator/scripts/${name}`)

/** @returns what to say of it, line by line */
function keep(file: string, host: HostName, played: Played): readonly string[] {
  const log = logOf(host, played)
  const { script, leftOut } = scriptOf(log, played.report.title)
  const kept = path.join('.cache/simulate', `${path.basename(file, '.json')}.${host}`)
  mkdirSync(path.join(root, '.cache/simulate'), { recursive: true })
  writeFileSync(path.join(root, `${kept}.json`), log)
  writeFileSync(path.join(root, `${kept}.script.json`), `${JSON.stringify(script, null, 2)}\n`)
  return [`kept in ${kept}.json, and as a script in ${kept}.script.json`, ...(leftOut.length > 0 ? [`  the script is without ${leftOut.join('; ')}`] : [])]
}
