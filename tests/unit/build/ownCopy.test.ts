import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { ownCopy } from '../../../src/build/ownCopy.ts'

/** Two pages that have a module and styles in common, the module with one more of its own. */
const FILES: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><html><head><title>x</title><script type="module" src="/main.ts"></script></head></html>',
  'small.html': '<!doctype html><html><head><title>x</title><script type="module" src="/small/main.ts"></script></head></html>',
  'main.ts': 'import "./common.css"\nimport { common } from "./common.ts"\ndocument.title = `big ${common}`',
  'small/main.ts': 'import "../common.css"\nimport { common } from "../common.ts"\nimport { own } from "./own.ts"\ndocument.title = `small ${common} ${own}`',
  'small/own.ts': 'export const own = "only-here"',
  'common.ts': 'import { deep } from "./deep.ts"\nexport const common: string = `${document.URL} ${deep}`',
  'deep.ts': 'export const deep: string = "in-both"',
  'common.css': 'body { color: red }',
}

const filesOf = async (root: string, plugins: ReturnType<typeof ownCopy>[]): Promise<Rolldown.RolldownOutput['output']> => {
  const input = ['index.html', 'small.html'].map((page) => path.join(root, page))
  const settings = { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input } }
  return ((await build({ root, configFile: false, logLevel: 'silent', plugins, build: settings })) as Rolldown.RolldownOutput).output
}

it('what a small page has in common with a big one is built into both', async () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'understudy-own-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'small'))
  for (const [file, text] of Object.entries(FILES)) writeFileSync(path.join(root, file), text)
  const chunksOf = (output: Rolldown.RolldownOutput['output']): readonly string[] =>
    output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))

  expect(chunksOf(await filesOf(root, []))).toHaveLength(3)
  const output = await filesOf(root, [ownCopy(path.join(root, 'small'))])
  const codes = chunksOf(output)
  expect(codes).toHaveLength(2)
  expect(codes.filter((code) => code.includes('in-both'))).toHaveLength(2)
  expect(codes.filter((code) => code.includes('only-here'))).toHaveLength(1)
  const pages = output.flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.html') ? [String(file.source)] : []))
  expect(pages.map((page) => page.match(/rel="stylesheet"/g)?.length)).toEqual([1, 1])
})
