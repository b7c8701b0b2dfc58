import { useEventListener, useResizeObserver } from '@vueuse/core'
import { onBeforeUnmount, watch, type ShallowRef } from 'vue'
import { usePanelsStore } from '../../stores/panels.ts'

/** Between what is said and what stands on top of it, in pixels. */
const GAP = 8

/**
 * Tells style sheets how much room at the foot of the page what it has to say takes (`--messages-block`), so that a panel
 * there can keep clear of it. While somebody is at the panel it stays where it is: nothing moves under the hand.
 */
export function useRoomForMessages(panel: Readonly<ShallowRef<HTMLElement | null>>): void {
  const panels = usePanelsStore()
  const { style } = document.documentElement
  const messages = document.querySelector<HTMLElement>('.messages')

  function make(): void {
    if (panel.value?.matches(':hover, :focus-within')) return
    const { top, height } = messages?.getBoundingClientRect() ?? { top: 0, height: 0 }
    const room = height > 0 && top > innerHeight / 2 ? Math.round(height) + GAP : 0
    style.setProperty('--messages-block', `${room}px`)
  }

  useResizeObserver(messages, make)
  useEventListener(window, 'resize', make)
  // With a draft it goes from the top of the page to its foot.
  watch([panel, () => panels.draftId], make, { flush: 'post' })
  // Left as well once it has the focus no more: the event comes before that.
  useEventListener(panel, ['pointerleave', 'focusout'], () => requestAnimationFrame(make))
  onBeforeUnmount(() => style.removeProperty('--messages-block'))
}
