import { useEventListener } from '@vueuse/core'
import { nextTick, shallowRef, type ShallowRef } from 'vue'

/**
 * Keeps what is pressed under the pointer while what stands above it grows or shrinks: a hand that trembles must not press
 * something else the second time.
 * @param part what is pressed lies in it; it lies in what scrolls
 * @returns room that stands above the part, in pixels, until the pointer leaves; and what does a thing and holds still
 */
export function useStill(part: Readonly<ShallowRef<HTMLElement | null>>): {
  readonly room: Readonly<ShallowRef<number>>
  still(pressed: Element, work: () => void): Promise<void>
} {
  const room = shallowRef(0)
  const scroller = (): HTMLElement | null => part.value?.parentElement ?? null

  useEventListener(scroller, 'pointerleave', ({ pointerType }) => {
    // A finger leaves with each touch.
    if (pointerType === 'mouse') room.value = 0
  })

  return {
    room,
    async still(pressed, work) {
      const place = pressed.getBoundingClientRect().top
      const moved = (): number => pressed.getBoundingClientRect().top - place
      work()
      await nextTick()
      const around = scroller()
      if (!around || !pressed.isConnected) return
      around.scrollTop += moved()
      // What scrolling cannot make up for, at the very top.
      room.value = Math.max(0, room.value - moved())
      await nextTick()
    },
  }
}
