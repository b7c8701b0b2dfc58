import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Begins every built stylesheet with the order of the cascade layers, as the main stylesheet states it. The
 * build may link a component's styles before the main ones; whoever is first would otherwise set the order.
 * @param stylesheet path of the main stylesheet, whose first statement is the order
 */
export function layerOrder(stylesheet: string): Plugin {
  const order = /^@layer [^{;]+;/m.exec(readFileSync(stylesheet, 'utf8'))?.[0]
  return {
    name: 'understudy:layer-order',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (!order) this.error(`${stylesheet} does not state the order of its layers.`)
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = order + String(file.source)
        }
      },
    },
  }
}
