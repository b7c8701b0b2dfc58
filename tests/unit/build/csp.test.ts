import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, createServer, type Rolldown } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { csp, POLICY } from '../../../src/build/csp.ts'

function site(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'understudy-csp-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><html><head><title>x</title><script type="module" src="/a.ts"></script></head></html>')
  writeFileSync(path.join(folder, 'a.ts'), 'document.title = "y"')
  return folder
}

it('the built page carries the policy before its first script', async () => {
  const { output } = (await build({ root: site(), configFile: false, logLevel: 'silent', plugins: [csp()], build: { write: false } })) as Rolldown.RolldownOutput
  const page = output.find((file) => file.fileName === 'index.html')
  const html = page?.type === 'asset' ? String(page.source).replaceAll('&#39;', "'") : ''
  expect(html).toContain(`http-equiv="Content-Security-Policy" content="${POLICY}"`)
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script'))
})

it('the page being developed carries none, or its styles would be blocked', async () => {
  const server = await createServer({
    root: site(),
    configFile: false,
    logLevel: 'silent',
    plugins: [csp()],
    server: { middlewareMode: true, ws: false, watch: null },
  })
  onTestFinished(() => server.close())
  const html = await server.transformIndexHtml('/', '<html><head></head></html>')
  expect(html).not.toContain('Content-Security-Policy')
})

it('lets nothing in but own files, Vue and our own worker addresses', () => {
  expect(POLICY).not.toMatch(/unsafe|\*|https?:/)
  expect(POLICY.split('; ')).toEqual(expect.arrayContaining(["default-src 'self'", "object-src 'none'", "base-uri 'none'", 'trusted-types vue understudy-url']))
})
