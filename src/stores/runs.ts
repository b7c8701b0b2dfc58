import { defineStore } from 'pinia'
import { follow } from './follow.ts'
import { useServices } from './services.ts'

/** Runs under way and just ended. */
export const useRunsStore = defineStore('runs', () => {
  const { runs } = useServices()
  const active = follow(() => runs.active(), runs.onChange)
  const finished = follow(() => runs.finished(), runs.onChange)
  return { active, finished, run: runs.run, stop: runs.stop }
})
