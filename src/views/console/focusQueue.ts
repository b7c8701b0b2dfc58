/** Gives the list the focus, where it is on show. */
export function focusQueue(): void {
  document.querySelector<HTMLElement>('[data-region="queue"] [role="grid"]')?.focus({ preventScroll: true })
}
