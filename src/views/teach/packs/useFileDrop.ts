import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/**
 * Takes files that are dropped anywhere on the page, whatever lies under the pointer: the browser would leave the page to
 * show them. What is no file is dropped as always.
 * @returns whether a file is being held over the page
 */
export function useFileDrop(dropped: (files: readonly File[]) => void, target: Window = window): Readonly<ShallowRef<boolean>> {
  const over = shallowRef(false)
  const leave = new AbortController()
  const listen = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void): void => {
    target.addEventListener(
      type,
      (event) => {
        if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) act(event)
      },
      { signal: leave.signal },
    )
  }
  const hold = (event: DragEvent): void => {
    event.preventDefault()
    over.value = true
  }
  listen('dragenter', hold)
  listen('dragover', hold)
  listen('dragleave', (event) => {
    // Leaving one element for another is no leaving of the page.
    if (event.relatedTarget === null) over.value = false
  })
  listen('drop', (event) => {
    event.preventDefault()
    over.value = false
    dropped([...(event.dataTransfer?.files ?? [])])
  })
  onScopeDispose(() => {
    leave.abort()
  })
  return over
}
