import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** What the build says of its files. */
export const manifestOf = (dist: string): Readonly<Record<string, Chunk>> =>
  JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>

/**
 * The scripts a built page needs before it can start: all it names, whether they run at once or are only asked for
 * beforehand, and everything those import without being asked.
 */
export function startFiles(dist: string, page: string): readonly string[] {
  const html = readFileSync(path.join(dist, page), 'utf8')
  return neededBy(dist, [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file]) => file ?? ''))
}

/** These scripts, and all they import without being asked. */
export function neededBy(dist: string, scripts: readonly string[]): readonly string[] {
  const manifest = manifestOf(dist)
  const files = new Set<string>()
  const need = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    const chunk = Object.values(manifest).find((one) => one.file === file)
    if (!chunk) throw new Error(`The manifest does not know ${file}.`)
    for (const name of chunk.imports ?? []) need(manifest[name]?.file ?? name)
  }
  scripts.forEach(need)
  return [...files]
}
