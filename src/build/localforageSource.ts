import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin } from 'vite'

const PROMISE = '\0localforage:promise'
/** What writes values as text, for the drivers that are left out. */
const SERIALIZER = '\0localforage:serializer'
/** A driver that says it is not supported: the rest of it is that of the one that is, since drivers must be whole. */
const NO_DRIVER = '\0localforage:driver:'

/**
 * Builds localforage from its own modules. What the package gives to bundlers is one CommonJS file, with a promise
 * library and a loader of its own, and asks for helpers that would be one file more to wait for. Only IndexedDB is in
 * it: no browser the console runs in has WebSQL, and local storage would be asked whether it works before all else.
 */
export function localforageSource(): Plugin {
  const source = fileURLToPath(new URL('../src/localforage.js', import.meta.resolve('localforage')))
  const indexedDb = normalizePath(path.join(path.dirname(source), 'drivers/indexeddb.js'))
  return {
    name: 'understudy:localforage-source',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'localforage') return source
      // The one module of it that is no module: it looks for a promise library where the browser has none.
      if (!importer?.includes('/localforage/src/')) return
      if (id.endsWith('/utils/promise')) return PROMISE
      if (id.endsWith('/utils/serializer')) return SERIALIZER
      const driver = /\/drivers\/(websql|localstorage)$/.exec(id)?.[1]
      return driver && NO_DRIVER + driver
    },
    load(id) {
      if (id === PROMISE) return 'export default Promise'
      if (id === SERIALIZER) return 'export default {}'
      if (!id.startsWith(NO_DRIVER)) return
      const name = `no ${id.slice(NO_DRIVER.length)}`
      return `import whole from ${JSON.stringify(indexedDb)}\nexport default { ...whole, _driver: ${JSON.stringify(name)}, _support: false }`
    },
  }
}
