import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { DEFAULT_VALUE, FAULTS, type FaultId, type FaultSwitch } from '../../faults/faults.ts'
import { useSession } from './session.ts'

export interface FaultRow extends FaultSwitch {
  readonly id: FaultId
  readonly title: string
  readonly text: string
  readonly unit: string
}

/** The board of faults, followed. */
export function useFaults(): { readonly rows: ComputedRef<readonly FaultRow[]>; readonly count: ComputedRef<number> } {
  const { faults } = useSession()
  const all = shallowRef(new Map(faults.all()))
  onScopeDispose(faults.onChange(() => void (all.value = new Map(faults.all()))))
  const rows = computed(() => (Object.keys(FAULTS) as FaultId[]).map((id) => ({ id, ...FAULTS[id], ...(all.value.get(id) ?? { on: false, value: DEFAULT_VALUE[id] }) })))
  return { rows, count: computed(() => rows.value.filter((row) => row.on).length) }
}
