import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds the page of the assertions, in memory, and serves it. The bridge is a file of its own, read only where it is the host. */
export async function servePage(): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const entry = fileURLToPath(new URL('page.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, target: 'es2022', lib: { entry, formats: ['es'] } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  if (!first || !('output' in first)) throw new Error('The page could not be built.')
  const scripts = new Map<string, string>(first.output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code] as const] : [])))
  const start = first.output[0].fileName
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts.get(url)
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    response.end(script ?? `<!doctype html><title>Conformance</title><script type="module" src="/${start}"></script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no address.')
  return {
    origin: `http://localhost:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
