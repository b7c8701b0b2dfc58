import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { compileAhead } from '../../../src/build/compileAhead.ts'

it('the chunks named begin with the hint, whatever else is put before their code; others do not', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'understudy-ahead-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(path.join(root, 'index.html'), '<!doctype html><html><head><title>x</title><script type="module" src="/main.ts"></script></head></html>')
  // Styles of a part that comes later make Vite put its table of files before the code.
  writeFileSync(path.join(root, 'main.ts'), 'void import("./later.ts")')
  writeFileSync(path.join(root, 'later.ts'), 'import "./later.css"\ndocument.title = "y"')
  writeFileSync(path.join(root, 'later.css'), 'body { color: red }')
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [compileAhead(['index'])],
    build: { write: false, modulePreload: { polyfill: false } },
  })) as Rolldown.RolldownOutput
  const codes = Object.fromEntries(output.flatMap((file) => (file.type === 'chunk' ? [[file.name, file.code]] : [])))
  expect(codes['index']).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  expect(codes['index']).toContain('__vite__mapDeps')
  expect(codes['later']).not.toContain('allFunctionsCalledOnLoad')
})
