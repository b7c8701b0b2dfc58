import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { DispatchValue } from '../bus/bus.ts'
import type { EvidenceMap } from '../bus/evidence.ts'
import type { JsonObject } from '../bus/json.ts'
import type { Result } from '../bus/results.ts'
import { useNoticesStore } from './notices.ts'
import { useServices } from './services.ts'

/** The console's session as a ref, and the operator's way to the bus: a refusal is shown and announced. */
export const useBusStore = defineStore('bus', () => {
  const { bus, showing } = useServices()
  const notices = useNoticesStore()
  const session = shallowRef(bus.session)
  const show = (): void => {
    session.value = bus.session
  }
  onScopeDispose(
    bus.onChange((_, by) => {
      if (by.actor !== 'operator') return showing.tell(show)
      show()
      showing.catchUp()
    }),
  )

  /**
   * @param source where the gesture was made: `list`, `ticket`, `filter` …
   * @param evidence how each leaf of the input came about
   */
  function dispatch(command: string, input: JsonObject, source: string, evidence?: EvidenceMap): Result<DispatchValue> {
    const result = bus.dispatch(command, input, { actor: 'operator', source, ...(evidence ? { evidence } : {}) })
    if (!result.ok) notices.refuse(result.error)
    return result
  }

  return { session, dispatch }
})
