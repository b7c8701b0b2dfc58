import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Puts axe into a page. As its source: script tags are blocked. */
export const useAxe = (page: Page): Promise<unknown> => page.evaluate(source)

/**
 * What axe finds serious or critical in the page as it is: everything in light, and what differs in dark.
 * @param within a selector, where only a part of the page is meant
 */
export async function violations(page: Page, within?: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A colour on its way to another is neither.
    await page.evaluate(async () => {
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)))
    })
    const results = await page.evaluate(
      async ([rules, part]) => {
        const axe = Reflect.get(window, 'axe') as { run(context: Document | string, options: object): Promise<AxeResults> }
        return axe.run(part ?? document, { resultTypes: ['violations'], ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}) })
      },
      [colorScheme === 'dark' ? ['color-contrast'] : null, within] as const,
    )
    for (const { id, impact, nodes } of results.violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      found.push(...nodes.map((node) => `${colorScheme}: ${id}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`))
    }
  }
  return found
}
