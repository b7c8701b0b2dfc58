import { onBeforeUnmount, onMounted, shallowRef, watch, type ShallowRef } from 'vue'
import { INERT_MS } from '../../webmcp/approvals/api.ts'

/**
 * Keeps answers dead for the first half second of what they are about. It counts from the frame that was drawn: a page that
 * is busy, or lies behind another tab, has shown nothing to anybody however long ago it was made.
 * @param shows when that changes, the half second begins anew
 * @returns whether the answers are dead, and how long what they are about has been on show, in milliseconds
 */
export function useInert(shows: () => unknown): { readonly inert: Readonly<ShallowRef<boolean>>; since(): number } {
  const inert = shallowRef(true)
  let shownAt: number | undefined
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }

  function drawn(): void {
    shownAt = performance.now()
    timer = setTimeout(() => (inert.value = false), INERT_MS)
  }

  function begin(): void {
    stop()
    inert.value = true
    shownAt = undefined
    // Called before the frame is drawn; the task after it comes when it has been.
    frame = requestAnimationFrame(() => (timer = setTimeout(drawn)))
  }

  onMounted(begin)
  watch(shows, begin)
  onBeforeUnmount(stop)

  return { inert, since: () => (shownAt === undefined ? 0 : performance.now() - shownAt) }
}
