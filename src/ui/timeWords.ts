const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** An age as a list has room for: `5m`, `2h`, `3d`, `6w`, `2y`. */
export function shortAge(iso: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso))
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`
  if (age < DAY) return `${Math.floor(age / HOUR)}h`
  if (age < 14 * DAY) return `${Math.floor(age / DAY)}d`
  if (age < 365 * DAY) return `${Math.floor(age / (7 * DAY))}w`
  return `${Math.floor(age / (365 * DAY))}y`
}

/** Made with the first sentence: the browser loads its words for it, which would hold up the first row of the page. */
let relative: Intl.RelativeTimeFormat | undefined

/** An age as a sentence says it: `2 hours ago`, `yesterday`. */
export function longAge(iso: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso))
  if (age < MINUTE) return 'just now'
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return relative.format(-Math.floor(age / HOUR), 'hour')
  if (age < 60 * DAY) return relative.format(-Math.floor(age / DAY), 'day')
  return relative.format(-Math.floor(age / (30 * DAY)), 'month')
}
