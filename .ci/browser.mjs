// Finds Chrome or Chromium for the browser tests; run as a script on Debian by root, it installs one.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const PLACES = {
  linux: ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome Canary.app/Contents/MacOS/Google Chrome Canary',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']
    .map((name) => process.env[name])
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
}

/**
 * The browser to test with: the one `CHROME` names, else the first found on the path or in the usual places.
 * @returns {string | null} path of the executable
 * @throws when `CHROME` is set and nothing executable is there: a named browser is never silently another one
 */
export function findBrowser() {
  const named = process.env.CHROME
  if (named) {
    if (!executable(named)) throw new Error(`CHROME names ${named}, which cannot be executed.`)
    return named
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => NAMES.map((name) => join(folder, process.platform === 'win32' ? `${name}.exe` : name)))
  return [...onPath, ...(PLACES[process.platform] ?? [])].find(executable) ?? null
}

function executable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installOnDebian() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const options = { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
}

function main() {
  if (!findBrowser()) installOnDebian()
  if (findBrowser()) return
  console.error(
    [
      'The browser tests need Chrome or Chromium, and none was found.',
      '  Debian:        sudo apt-get install chromium',
      '  macOS:         brew install --cask google-chrome',
      '  anything else: https://www.google.com/chrome/',
      'Set CHROME=/path/to/the/executable when it is in an unusual place.',
    ].join('\n'),
  )
  process.exitCode = 1
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main()
