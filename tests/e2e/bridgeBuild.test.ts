import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { manifestOf, neededBy, startFiles } from '../support/startFiles.ts'

/** Words of the bridge, of the protocol it speaks and of the schema library both use, which no code of ours has. */
const WORDS = ['__isBrowserMcpServer', 'BrowserMcpServer is closed', 'mcp-server-ready', 'notifications/tools/list_changed', 'ZodError', '~standard']

describe('the bridge in the production build', () => {
  const dist = inject('dist')
  const manifest = manifestOf(dist)
  const text = (file: string): string => readFileSync(path.join(dist, file), 'utf8')

  it.each(['index.html', 'probe.html'])('%s starts without a byte of it', (page) => {
    const files = startFiles(dist, page)
    expect(files.length).toBeGreaterThan(0)
    const found = files.flatMap((file) => WORDS.filter((word) => text(file).includes(word)).map((word) => `${word} in ${file}`))
    // The mark is looked for, to tell a bridge that is there from the browser's own.
    expect(found.filter((line) => !line.startsWith('__isBrowserMcpServer'))).toEqual([])
  })

  it('has it in a part of its own, which nothing but the choice of the bridge loads', () => {
    const bridge = Object.keys(manifest).filter((name) => name.endsWith('startBridge.ts'))
    expect(bridge).toHaveLength(1)
    const code = neededBy(dist, [manifest[bridge[0] ?? '']?.file ?? '']).map(text).join('')
    expect(WORDS.filter((word) => !code.includes(word))).toEqual([])
    const importers = Object.entries(manifest).filter(([, chunk]) => chunk.imports?.some((name) => bridge.includes(name)))
    expect(importers).toEqual([])
  })
})
