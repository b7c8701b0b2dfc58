import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { manifestOf, startFiles } from '../support/startFiles.ts'
import { spreadOf, type Figure } from './measure.ts'

/** What the built page weighs, gzipped: what it needs before it can start, and all its scripts together. */
export function measureSizes(dist: string): readonly Figure[] {
  const scripts = new Set(Object.values(manifestOf(dist)).flatMap(({ file }) => (file.endsWith('.js') ? [file] : [])))
  const weight = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length, 0) / 1_000
  const kB = (name: string, files: Iterable<string>): Figure => ({ name, unit: 'kB', ours: spreadOf([weight(files)]) })
  return [{ ...kB('JavaScript to start with, gzip', startFiles(dist, 'index.html')), target: { most: 100 } }, kB('JavaScript in all, gzip', scripts)]
}
