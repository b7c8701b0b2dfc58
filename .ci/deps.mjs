// Installs the packages of the lock file, unless exactly these are installed already.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.deps')
const wanted = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  // NODE_ENV=production would leave the development packages out; the checks and the build need them.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const options = { cwd: root, stdio: 'inherit' }
  const { status } = npm ? spawnSync(process.execPath, [npm, ...args], options) : spawnSync('npm', args, { ...options, shell: true })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, wanted)
}
