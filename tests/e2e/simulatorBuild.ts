import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { buildWithSimulator, serve, type Served } from '../../simulator/headless/build.ts'

/** Builds and serves the app with the simulator in it, for the tests of a file. @returns its origin, once tests run */
export function useSimulatorBuild(): () => string {
  let served: Served | undefined
  let folder: string | undefined
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'understudy-simulator-'))
    buildWithSimulator(folder)
    served = await serve(folder)
  })
  afterAll(async () => {
    await served?.[Symbol.asyncDispose]()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    if (!served) throw new Error('The build is served only while tests run.')
    return served.origin
  }
}
