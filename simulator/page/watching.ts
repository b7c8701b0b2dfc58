import type { Seen } from './seen.ts'

/** Takes what was seen, and when, in milliseconds since 1970. */
export type Tell = (seen: Seen, at: number) => void

/** Listens to what happens on the page, before the page does. */
export type On = <Type extends keyof WindowEventMap>(type: Type, act: (event: WindowEventMap[Type], target: Element) => void) => void

/** The tool of the library something belongs to. */
export function toolOf(element: Element): { readonly tool?: string } {
  const tool = element.closest('[data-region="library"] [data-tool]')?.getAttribute('data-tool')
  return typeof tool === 'string' ? { tool } : {}
}
