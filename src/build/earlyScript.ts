import path from 'node:path'
import { normalizePath, type Plugin } from 'vite'

/**
 * Lets a built page run one of its modules as soon as that has come, before the scripts it starts with are all there
 * and the styles as well: they are asked for at once anyway, and go on to find it already run.
 * @param file the module, which has to be in a chunk that needs none of the others
 * @param page the page it belongs to
 */
export function earlyScript(file: string, page: string): Plugin {
  return {
    name: 'understudy:early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path: at }) {
        if (at !== page) return
        const id = normalizePath(path.resolve(file))
        const chunk = Object.values(bundle ?? {}).find((one) => one.type === 'chunk' && one.moduleIds.includes(id))
        const found = new RegExp(`<(?:link rel="modulepreload"|script type="module")[^>]*="([^"]*${chunk?.fileName ?? ''})">(?:</script>)?`).exec(html)
        if (!chunk || !found?.[1]) throw new Error(`${page} does not start with ${file}.`)
        // Scripts that wait for nothing are asked for last, unless told otherwise.
        const script = `<script type="module" async fetchpriority="high" crossorigin src="${found[1]}"></script>`
        return html.replace(found[0], '').replace(/(?=<script type="module")/, `${script}\n    `)
      },
    },
  }
}
