import type { TextArea } from '../../src/storage/leaveBehind.ts'

export interface FullArea extends TextArea {
  /** Characters there is room for in one text. */
  room: number
}

/** Text kept at once, as the browser keeps it: its keys are its own members. */
export function textArea(): FullArea {
  const texts = new Map<string, string>()
  const area: FullArea = {
    room: Number.POSITIVE_INFINITY,
    get length() {
      return texts.size
    },
    // In an order of its own, as the browser's.
    key: (place) => [...texts.keys()].toReversed()[place] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem(key, text) {
      if (text.length > this.room) throw new DOMException('', 'QuotaExceededError')
      texts.set(key, text)
    },
    removeItem: (key) => void texts.delete(key),
  }
  return new Proxy(area, {
    ownKeys: () => [...texts.keys()],
    getOwnPropertyDescriptor: (_, key) => (texts.has(String(key)) ? { enumerable: true, configurable: true, value: texts.get(String(key)) } : undefined),
  })
}
