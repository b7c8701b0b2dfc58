import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'

interface Chunk {
  readonly file: string
  readonly src?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

describe('the production build', () => {
  const dist = inject('dist')
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

  it('holds no byte of simulator or tokenizer, not even in chunks that are loaded later', () => {
    const named = Object.keys(manifest).filter((key) => /simulator\/|gpt-tokenizer|@cfworker/.test(key))
    expect(named).toEqual([])
    for (const file of readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.js'))) {
      const code = readFileSync(path.join(dist, 'assets', file), 'utf8')
      expect(/understudySimulator|simulator_probe|o200k|data-simulator/.test(code), file).toBe(false)
    }
  })

  it('holds nothing of the bridge in what the page starts with', () => {
    const seen = new Set<string>()
    const walk = (name: string): void => {
      if (seen.has(name)) return
      seen.add(name)
      for (const next of manifest[name]?.imports ?? []) walk(next)
    }
    walk('index.html')
    expect(seen.size).toBeGreaterThan(0)
    for (const name of seen) {
      const code = readFileSync(path.join(dist, manifest[name]?.file ?? ''), 'utf8')
      expect(/initializeWebModelContext|@mcp-b\/webmcp-polyfill|TabServerTransport/.test(code), name).toBe(false)
    }
  })
})
