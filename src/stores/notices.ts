import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Problem } from '../bus/results.ts'
import { announce } from '../ui/announce.ts'

/** One sentence to the person, seen and announced; nothing waits for an answer. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: 'info' | 'problem'
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** How long a notice that asks for nothing stays, in milliseconds. */
const STAYS = 5000

/** What the console has to say at the moment. The newest replaces the one before. */
export const useNoticesStore = defineStore('notices', () => {
  const current = shallowRef<Notice | null>(null)
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function dismiss(): void {
    clearTimeout(timer)
    current.value = null
  }

  function show(text: string, tone: Notice['tone'] = 'info', action?: Notice['action']): void {
    dismiss()
    current.value = { id: ++count, text, tone, ...(action ? { action } : {}) }
    announce(text)
    if (tone === 'info') timer = setTimeout(dismiss, STAYS)
  }

  const refuse = (problem: Problem): void => show(problem.message, 'problem')

  return { current, show, refuse, dismiss }
})
