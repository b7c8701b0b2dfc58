import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PROMISE = '\0localforage:promise'

/**
 * Builds localforage from its own modules. What the package gives to bundlers is one CommonJS file, with a promise
 * library and a loader of its own, and asks for helpers that would be one file more to wait for.
 */
export function localforageSource(): Plugin {
  const source = fileURLToPath(new URL('../src/localforage.js', import.meta.resolve('localforage')))
  return {
    name: 'understudy:localforage-source',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'localforage') return source
      // The one module of it that is no module: it looks for a promise library where the browser has none.
      return id.endsWith('/utils/promise') && importer?.includes('/localforage/src/') ? PROMISE : undefined
    },
    load: (id) => (id === PROMISE ? 'export default Promise' : undefined),
  }
}
