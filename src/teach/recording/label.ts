import type { CatalogueIndex } from '../../bus/command.ts'
import type { Step } from './types.ts'

const MAX_LABEL = 60

/**
 * What a recording is called until somebody names it: the titles of what it does, each once. Without ids and
 * user-written words, since agents see it as well.
 */
export function labelOf(steps: readonly Step[], index: CatalogueIndex): string {
  const commands = steps.flatMap((step) => index.command(step.command) ?? [])
  const writes = commands.filter(({ effect }) => effect === 'write')
  const titles = [...new Set((writes.length > 0 ? writes : commands).map(({ title }) => title))]
  const label = titles.map((title, place) => (place === 0 ? title : title.charAt(0).toLowerCase() + title.slice(1))).join(', ')
  if (label === '') return 'Empty recording'
  return label.length <= MAX_LABEL ? label : `${label.slice(0, MAX_LABEL - 1).trimEnd()}…`
}
