import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, inject, it } from 'vitest'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** What the page needs before it can start: the entry and everything it imports without being asked. */
function initialFiles(manifest: Readonly<Record<string, Chunk>>, name: string, seen = new Set<string>()): ReadonlySet<string> {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const next of chunk.imports ?? []) initialFiles(manifest, next, seen)
  return seen
}

describe('the production build', () => {
  const dist = inject('dist')

  it('starts with at most 100 kB of JavaScript, gzipped', () => {
    const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
    const files = [...initialFiles(manifest, 'index.html')]
    const sizes = files.map((file) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length)
    expect(files.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100_000)
  })

  it('names no other origin in its page, and has no script or style inside it', () => {
    const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
    expect(html).not.toMatch(/https?:\/\//)
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/)
  })
})
