import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { manifestOf, startFiles } from '../support/startFiles.ts'

describe('the production build', () => {
  const dist = inject('dist')

  it('holds no byte of simulator or tokenizer, not even in chunks that are loaded later', () => {
    const named = Object.keys(manifestOf(dist)).filter((key) => /simulator\/|gpt-tokenizer|@cfworker/.test(key))
    expect(named).toEqual([])
    for (const file of readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.js'))) {
      const code = readFileSync(path.join(dist, 'assets', file), 'utf8')
      expect(/understudySimulator|simulator_probe|o200k|data-simulator/.test(code), file).toBe(false)
    }
  })

  it('holds nothing of the bridge in what the page starts with', () => {
    const files = startFiles(dist, 'index.html')
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const code = readFileSync(path.join(dist, file), 'utf8')
      expect(/initializeWebModelContext|@mcp-b\/webmcp-polyfill|TabServerTransport/.test(code), file).toBe(false)
    }
  })
})
