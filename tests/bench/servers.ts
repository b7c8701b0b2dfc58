import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import vue from '@vitejs/plugin-vue'
import { build, loadConfigFromFile, preview } from 'vite'

export interface Served extends AsyncDisposable {
  readonly origin: string
  /** Folder of the built page. */
  readonly dist: string
}

/** Builds the console and serves it; `UNDERSTUDY_DIST` names one that is built already. */
export async function serveApp(root: string): Promise<Served> {
  const configFile = path.join(root, 'vite.config.ts')
  const given = process.env['UNDERSTUDY_DIST']
  const dist = given ?? emptyFolder()
  if (!given) await build({ root, configFile, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } })
  return serve(root, dist, !given)
}

/** Builds the bare page with the settings of the console, and serves it. */
export async function serveBare(root: string): Promise<Served> {
  const own = path.join(root, 'tests/bench/bare')
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, path.join(root, 'vite.config.ts'))
  if (!loaded) throw new Error('The settings of the build cannot be read.')
  const { define = {}, build: settings = {} } = loaded.config
  const dist = emptyFolder()
  await build({
    root: own,
    configFile: false,
    logLevel: 'warn',
    plugins: [vue()],
    define,
    build: { ...settings, rolldownOptions: { input: path.join(own, 'index.html') }, outDir: dist, emptyOutDir: true },
  })
  return serve(own, dist, true)
}

const emptyFolder = (): string => mkdtempSync(path.join(tmpdir(), 'understudy-bench-'))

async function serve(root: string, dist: string, ours: boolean): Promise<Served> {
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: dist },
    preview: { host: 'localhost', port: 4800, strictPort: false, open: false },
  })
  const address = server.resolvedUrls?.local[0]
  if (!address) throw new Error('The built page is not being served.')
  return {
    origin: new URL(address).origin,
    dist,
    async [Symbol.asyncDispose]() {
      await server.close()
      if (ours) rmSync(dist, { recursive: true, force: true })
    },
  }
}
