import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

const KEY = 'understudy/kept-apart'

/** What this tab was told before a reload; nothing where the browser keeps nothing. */
function remembered(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

const pairOf = (one: string, other: string): string => JSON.stringify([one, other].sort())

/** Pairs of drafts the person keeps apart: asked once and answered, the page does not ask again while the tab lives. */
export const useKeptApartStore = defineStore('keptApart', () => {
  const pairs = shallowRef<ReadonlySet<string>>(new Set(remembered()))

  const has = (one: string, other: string): boolean => pairs.value.has(pairOf(one, other))

  function add(draftId: string, others: readonly string[]): void {
    pairs.value = new Set([...pairs.value, ...others.map((other) => pairOf(draftId, other))])
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...pairs.value]))
    } catch {
      // It then holds until the page is loaded anew.
    }
  }

  return { has, add }
})
