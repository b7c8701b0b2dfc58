import { defineStore } from 'pinia'
import { follow } from './follow.ts'
import { useTaught } from './services.ts'

/** Runs under way and just ended. */
export const useRunsStore = defineStore('runs', () => {
  const { runs } = useTaught()
  const active = follow(() => runs.active(), runs.onChange)
  const finished = follow(() => runs.finished(), runs.onChange)
  return { active, finished, run: runs.run, stop: runs.stop }
})
