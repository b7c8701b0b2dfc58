import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { follow } from './follow.ts'
import { replacementOf } from '../webmcp/library/replaces.ts'
import type { ApprovalRequest } from '../webmcp/library/types.ts'
import { useServices, useTaught } from './services.ts'

/** Requests to publish that wait for the person. */
export const useApprovalsStore = defineStore('approvals', () => {
  const { bus } = useServices()
  const { approvals, library } = useTaught()
  const waiting = follow(() => approvals.waiting(), approvals.onChange)
  const current = computed(() => waiting.value[0] ?? null)
  const listen = (listener: () => void): (() => void) => both(approvals.onChange(listener), library.onChange(listener))
  /** Drafts whose request waited in a page that went. */
  const left = follow(() => approvals.leftBehind(), listen)
  /** Requests the person put off: they wait behind the banner. */
  const hidden = shallowRef<ReadonlySet<string>>(new Set())

  const hide = (requestId: string): void => {
    hidden.value = new Set(hidden.value).add(requestId)
  }
  const review = (): void => {
    hidden.value = new Set()
  }

  return {
    waiting,
    current,
    left,
    letGo: approvals.letGo,
    hidden,
    hide,
    review,
    approve: approvals.approve,
    reject: approvals.reject,
    answer: approvals.answer,
    dryRun: approvals.dryRun,
    open: approvals.open,
    /** As a ref that follows: whether a draft's request waits in another tab. */
    waitsElsewhere: (draftId: string) => follow(() => approvals.waitsElsewhere(draftId), listen),
    replacementOf: ({ view }: ApprovalRequest) => replacementOf(view, library, bus.index, bus.session.records),
  }
})

const both =
  (...ends: readonly (() => void)[]) =>
  (): void =>
    ends.forEach((end) => end())
