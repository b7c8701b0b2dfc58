/** How long the browser may take to begin reading what is saved, in milliseconds. */
const HELD_MS = 30_000

/** Hands a text to the browser as a download. No request is made, so no policy stands in the way. */
export function saveFile(name: string, text: string, page: Document = document): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = page.createElement('a')
  link.href = url
  link.download = name
  link.hidden = true
  page.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, HELD_MS)
}
