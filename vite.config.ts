import { existsSync } from 'node:fs'
import path from 'node:path'
import vue from '@vitejs/plugin-vue'
import type { Rolldown } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { comesWith, startChunk } from './src/build/chunks.ts'
import { compileAhead } from './src/build/compileAhead.ts'
import { csp } from './src/build/csp.ts'
import { earlyScript } from './src/build/earlyScript.ts'
import { layerOrder } from './src/build/layerOrder.ts'
import { localforageSource } from './src/build/localforageSource.ts'
import { ownCopy } from './src/build/ownCopy.ts'
import { validators } from './src/build/validators.ts'

const root = import.meta.dirname
const pages = ['index.html', 'probe.html'].map((page) => path.join(root, page)).filter(existsSync)

/** What the console starts with, beside what opens storage and the framework. */
const shell: Rolldown.CodeSplittingGroup = { name: startChunk, tags: ['$initial'], debugName: 'shell', priority: 1 }

/** What opens storage, with all it takes: it runs while the rest is still being read. */
const OPENING = 'src/app/opening.ts'
const opening: Rolldown.CodeSplittingGroup = {
  name: (id, chunking) => (comesWith(id, `/${OPENING}`, chunking) ? 'opening' : null),
  debugName: 'opening',
  priority: 4,
}

/** Vue and Pinia apart: another file the browser reads at the same time, and one that stays the same from release to release. */
const framework: Rolldown.CodeSplittingGroup = { name: 'framework', test: /\/node_modules\/(@vue\/|vue\/|pinia\/)/, priority: 3, tags: ['$initial'] }

/** What comes right after the first frame, in one file: of two dozen each would be asked for by itself. */
const teaching: Rolldown.CodeSplittingGroup = {
  name: (id, chunking) => (comesWith(id, '/src/app/teaching.ts', chunking) ? 'teaching' : null),
  priority: 0,
  debugName: 'teaching',
}

/** Tests of one folder, in the order they run in when several are asked for. */
const project = (name: string, order: number, more: TestProjectInlineConfiguration['test'] = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.ts`], environment: 'node', sequence: { groupOrder: order }, ...more },
})

/** Tests that drive a browser, on an app built once, with room for a slow machine. */
const inBrowser: TestProjectInlineConfiguration['test'] = {
  globalSetup: ['tests/e2e/harnessServer.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  root,
  plugins: [
    // A long static block would become an HTML string, which the content security policy does not admit.
    vue({ template: { compilerOptions: { hoistStatic: false } } }),
    validators('src/app/catalogue.ts'),
    csp(),
    localforageSource(),
    compileAhead(['framework', 'opening', 'shell']),
    earlyScript(path.join(root, OPENING), '/index.html'),
    layerOrder(path.join(root, 'src/styles/index.css')),
    ownCopy(path.join(root, 'src/probe')),
  ],
  define: { __VUE_OPTIONS_API__: false, __VUE_PROD_DEVTOOLS__: false, __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false },
  server: { host: 'localhost', strictPort: false },
  preview: { host: 'localhost', strictPort: false },
  build: {
    target: 'es2022',
    // Every asset is a file of its own: the policy admits no data addresses but images.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: pages,
      output: { codeSplitting: { groups: [opening, framework, shell, teaching] } },
    },
  },
  test: {
    // Two cores have to do for the whole suite; more workers only make each other slow.
    maxWorkers: 2,
    // A machine that is busy with other things must not make a test fail.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      project('unit', 0),
      project('property', 1, { testTimeout: 60_000 }),
      project('component', 2, { environment: 'happy-dom' }),
      project('conformance', 3, { testTimeout: 60_000, hookTimeout: 120_000 }),
      project('e2e', 4, inBrowser),
      project('heavy', 5, { ...inBrowser, fileParallelism: false, testTimeout: 600_000 }),
    ],
  },
})
