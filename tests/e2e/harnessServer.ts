import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { preview } from 'vite'
import type { TestProject } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Serves the production build to the browser tests: the one `UNDERSTUDY_DIST` names, else one built now,
 * in a folder of its own so that runs beside each other do not mix.
 * @returns how to stop
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['UNDERSTUDY_DIST']
  const dist = given ?? mkdtempSync(path.join(tmpdir(), 'understudy-dist-'))
  if (!given) build(dist)
  const server = await preview({ root, logLevel: 'silent', build: { outDir: dist }, preview: { open: false } })
  const address = server.resolvedUrls?.local[0]
  if (!address) throw new Error('The built app is not being served.')
  project.provide('origin', new URL(address).origin)
  project.provide('dist', dist)
  return async () => {
    await server.close()
    if (!given) rmSync(dist, { recursive: true, force: true })
  }
}

/** In a process of its own: here NODE_ENV says "test", which would build Vue's development version. */
function build(dist: string): void {
  const { NODE_ENV: _, ...env } = process.env
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', '--outDir', dist, '--emptyOutDir', '--logLevel', 'warn']
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) throw new Error('The app does not build, so the browser tests have nothing to look at.')
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the built app is served, e.g. `http://localhost:4173`. */
    readonly origin: string
    /** Folder of the built app. */
    readonly dist: string
  }
}
