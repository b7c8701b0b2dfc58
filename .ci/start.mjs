// Starts the development server and opens the console in a browser, where there is somebody to look at it.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Set before Vite is loaded: a shell that says "production" would get a half-built development page.
process.env.NODE_ENV = 'development'
const { createServer } = await import('vite')

const headless = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY
const server = await createServer({
  root: join(dirname(fileURLToPath(import.meta.url)), '..'),
  server: { open: !process.env.CI && !headless },
})
await server.listen()
server.printUrls()
if (process.stdin.isTTY) server.bindCLIShortcuts({ print: true })
