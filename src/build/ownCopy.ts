import path from 'node:path'
import { normalizePath, type Plugin } from 'vite'

/** Ends the id of a module that is built for the small page alone. */
const OWN = '?own'

/**
 * Builds all that a small page imports a second time, for it alone. What it has in common with a big page would be
 * files apart otherwise, scripts and styles, each of which the big page had to ask for and wait for as well.
 * @param folder where the modules of the small page are
 */
export function ownCopy(folder: string): Plugin {
  const inside = `${normalizePath(folder)}/`
  return {
    name: 'understudy:own-copy',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!importer || !/^\.{1,2}\//.test(id)) return
      const from = normalizePath(importer)
      if (!from.endsWith(OWN) && !from.startsWith(inside)) return
      const file = normalizePath(path.resolve(path.dirname(from), id))
      return file.startsWith(inside) ? undefined : file + OWN
    },
  }
}
