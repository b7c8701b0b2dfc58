import { focusQueue } from '../console/focusQueue.ts'

/** Where the focus goes when what held it is gone: the list, or the ticket where that covers the list. */
export function focusDesk(): void {
  const back = document.querySelector<HTMLElement>('[data-region="ticket"] [data-action="back"]')
  if (back?.offsetParent) back.focus({ preventScroll: true })
  else focusQueue()
}
