/** What begins the key of each thing left behind. */
export const LEFT_BEHIND = 'understudy/left-behind/'

/** Whether some page left anything behind; of a text area that is forbidden nobody knows. */
export function anyLeftBehind(leaving: { readonly area: object }): boolean {
  try {
    return Object.keys(leaving.area).some((key) => key.startsWith(LEFT_BEHIND))
  } catch {
    return false
  }
}
