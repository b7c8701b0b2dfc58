/**
 * Lets a file fall on an element, as the browser does: it enters, hovers and falls. Made of nothing but what a page has,
 * so that it can be sent into one.
 */
export function dropOn(target: Element, [name, text]: readonly [name: string, text: string]): void {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([text], name, { type: 'application/json' }))
  for (const type of ['dragenter', 'dragover', 'drop']) {
    target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true }))
  }
}
