import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** Words of the bridge, of the protocol it speaks and of the schema library both use, which no code of ours has. */
const WORDS = ['__isBrowserMcpServer', 'BrowserMcpServer is closed', 'mcp-server-ready', 'notifications/tools/list_changed', 'ZodError', '~standard']

describe('the bridge in the production build', () => {
  const dist = inject('dist')
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>
  const text = (file: string): string => readFileSync(path.join(dist, file), 'utf8')

  /** The files a chunk needs before it can start. */
  function needed(name: string, seen = new Set<string>()): ReadonlySet<string> {
    const chunk = manifest[name]
    if (!chunk || seen.has(chunk.file)) return seen
    seen.add(chunk.file)
    for (const next of chunk.imports ?? []) needed(next, seen)
    return seen
  }

  it.each(['index.html', 'probe.html'])('%s starts without a byte of it', (page) => {
    const files = [...needed(page)]
    expect(files.length).toBeGreaterThan(1)
    const found = files.flatMap((file) => WORDS.filter((word) => text(file).includes(word)).map((word) => `${word} in ${file}`))
    // The mark is looked for, to tell a bridge that is there from the browser's own.
    expect(found.filter((line) => !line.startsWith('__isBrowserMcpServer'))).toEqual([])
  })

  it('has it in a part of its own, which nothing but the choice of the bridge loads', () => {
    const bridge = Object.keys(manifest).filter((name) => name.endsWith('startBridge.ts'))
    expect(bridge).toHaveLength(1)
    const code = [...needed(bridge[0] ?? '')].map(text).join('')
    expect(WORDS.filter((word) => !code.includes(word))).toEqual([])
    const importers = Object.entries(manifest).filter(([, chunk]) => chunk.imports?.some((name) => bridge.includes(name)))
    expect(importers).toEqual([])
  })
})
