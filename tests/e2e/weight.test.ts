import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, inject, it } from 'vitest'
import { startFiles } from '../support/startFiles.ts'

describe('the production build', () => {
  const dist = inject('dist')

  it('starts with at most 100 kB of JavaScript, gzipped', () => {
    const files = startFiles(dist, 'index.html')
    const sizes = files.map((file) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length)
    // By name, so that none is missed.
    expect(files.map((file) => /(\w+)-/.exec(file)?.[1]).sort()).toEqual(['framework', 'opening', 'shell'])
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100_000)
  })

  it('names no other origin in its page, and has no script or style inside it', () => {
    const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
    expect(html).not.toMatch(/https?:\/\//)
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/)
  })
})
