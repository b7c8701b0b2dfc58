import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { earlyScript } from '../../../src/build/earlyScript.ts'

function site(main: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'understudy-early-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><html><head><title>x</title><script type="module" src="/main.ts"></script></head></html>')
  writeFileSync(path.join(folder, 'main.ts'), main)
  writeFileSync(path.join(folder, 'early.ts'), 'export const early = { at: performance.now() }')
  return folder
}

async function built(root: string): Promise<readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [earlyScript(path.join(root, 'early.ts'), '/index.html')],
    build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'early', test: /early\.ts$/ }] } } } },
  })
  return (result as Rolldown.RolldownOutput).output
}

it('the module runs before the scripts of the page, which start with it all the same', async () => {
  const output = await built(site('import { early } from "./early.ts"\ndocument.title = String(early.at)'))
  const page = output.find((file) => file.fileName === 'index.html')
  const html = page?.type === 'asset' ? String(page.source) : ''
  const early = output.find((file) => file.type === 'chunk' && file.name === 'early')
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry)
  const scripts = [...html.matchAll(/<script ([^>]*)src="\/([^"]+)"/g)].map(([, attributes, file]) => ({ file, waits: !attributes?.includes('async') }))
  expect(scripts).toEqual([
    { file: early?.fileName, waits: false },
    { file: entry?.fileName, waits: true },
  ])
  // Counted with what the page starts with.
  expect(entry?.type === 'chunk' ? entry.imports : []).toEqual([early?.fileName])
  expect(html).not.toContain('modulepreload')
})

it('a module the page does not start with is said to be none', async () => {
  await expect(built(site('document.title = "y"'))).rejects.toThrow('does not start with')
})
