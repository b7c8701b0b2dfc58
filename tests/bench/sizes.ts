import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { spreadOf, type Figure } from './measure.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** What the built page weighs, gzipped: what it needs before it can start, and all its scripts together. */
export function measureSizes(dist: string): readonly Figure[] {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>
  const initial = new Set<string>()
  const need = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || initial.has(chunk.file)) return
    initial.add(chunk.file)
    for (const next of chunk.imports ?? []) need(next)
  }
  need('index.html')
  const scripts = new Set(Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : [])))
  const weight = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length, 0) / 1_000
  const kB = (name: string, files: Iterable<string>): Figure => ({ name, unit: 'kB', ours: spreadOf([weight(files)]) })
  return [{ ...kB('JavaScript to start with, gzip', initial), target: { most: 100 } }, kB('JavaScript in all, gzip', scripts)]
}
