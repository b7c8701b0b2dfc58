import { defineStore } from 'pinia'
import { follow } from './follow.ts'
import { useServices, useTaught } from './services.ts'

/** Runs under way and just ended. */
export const useRunsStore = defineStore('runs', () => {
  const { showing } = useServices()
  const { runs } = useTaught()
  const onChange = showing.of(runs.onChange)
  const active = follow(() => runs.active(), onChange)
  const finished = follow(() => runs.finished(), onChange)
  return { active, finished, run: runs.run, stop: runs.stop }
})
