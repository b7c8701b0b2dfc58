import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

const now = shallowRef(Date.now())
let users = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time to half a minute, from one timer for the whole page; milliseconds since 1970. */
export function useNow(): Readonly<ShallowRef<number>> {
  users += 1
  if (users === 1) {
    now.value = Date.now()
    timer = setInterval(() => (now.value = Date.now()), 30_000)
  }
  onScopeDispose(() => {
    users -= 1
    if (users === 0) clearInterval(timer)
  })
  return now
}
