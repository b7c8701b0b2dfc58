import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { preview } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')

/** Builds the app with the simulator in it, in a process of its own: Vite takes its mode from the environment. */
export function buildWithSimulator(outDir: string): void {
  const { NODE_ENV: _, ...env } = process.env
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  const { status } = spawnSync(process.execPath, args, { cwd: root, env: { ...env, VITE_SIMULATOR: '1' }, stdio: 'inherit' })
  if (status !== 0) throw new Error('The app does not build, so there is nothing to play scripts on.')
}

export interface Served extends AsyncDisposable {
  readonly origin: string
}

/** Serves a build on a free port of localhost. */
export async function serve(outDir: string): Promise<Served> {
  const server = await preview({ root, logLevel: 'silent', build: { outDir }, preview: { open: false, host: 'localhost', port: 4400 } })
  const address = server.resolvedUrls?.local[0]
  if (!address) throw new Error('The built app is not being served.')
  return { origin: new URL(address).origin, [Symbol.asyncDispose]: () => server.close() }
}
