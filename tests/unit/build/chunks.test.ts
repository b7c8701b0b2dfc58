import { describe, expect, it } from 'vitest'
import { comesWith, startChunk } from '../../../src/build/chunks.ts'

/** A page, what it imports, and a second, small page that shares one module with it. */
const IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  '/index.html': [],
  '/src/main.ts': ['/index.html'],
  '/src/boot.ts': ['/src/main.ts'],
  '/src/words.ts': ['/src/boot.ts', '/src/later.ts'],
  // Asked for only later: nobody imports it statically.
  '/src/later.ts': [],
  '/src/panel.ts': ['/src/later.ts'],
  '/src/form.ts': ['/src/panel.ts', '/src/other.ts'],
  '/src/other.ts': [],
  '/probe.html': [],
  '/src/probe.ts': ['/probe.html'],
  '/src/detect.ts': ['/src/boot.ts', '/src/probe.ts'],
  '/src/loop.ts': ['/src/boot.ts', '/src/loop.ts'],
}
const chunking = {
  getModuleInfo: (id: string) => ({ importers: IMPORTERS[id] ?? [], isEntry: id.endsWith('.html') }),
}

describe('startChunk', () => {
  it.each([
    ['/src/boot.ts', 'shell'],
    ['/src/words.ts', 'shell'],
    ['/src/loop.ts', 'shell'],
    ['/src/detect.ts', null],
    ['/src/main.ts', null],
    ['/src/probe.ts', null],
    ['/index.html', null],
    ['/src/later.ts', null],
  ])('%s comes in %s', (id, chunk) => {
    expect(startChunk(id, chunking)).toBe(chunk)
  })
})

describe('comesWith', () => {
  it.each([
    ['/src/later.ts', true],
    ['/src/form.ts', true],
    ['/src/other.ts', false],
    ['/src/boot.ts', false],
  ])('%s comes with what is asked for later: %s', (id, is) => {
    expect(comesWith(id, '/src/later.ts', chunking)).toBe(is)
  })
})
