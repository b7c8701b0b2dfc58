import { defineStore } from 'pinia'
import { computed } from 'vue'
import { preferencesOf, type Preferences } from '../app/preferences.ts'
import { useBusStore } from './busStore.ts'

/** What the person set about the console. */
export const usePreferencesStore = defineStore('preferences', () => {
  const bus = useBusStore()
  const current = computed(() => preferencesOf(bus.session.records))

  function set<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
    bus.dispatch('set_preference', { key, value }, 'settings')
  }

  return { current, set }
})
