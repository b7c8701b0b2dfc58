// Runs the checks, goes on after a failure so that one run says everything, and sums up.
// `node .ci/test.mjs` runs what every change must pass; `node .ci/test.mjs heavy` the long ones.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { counted } from './counted.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const set = process.argv[2] === 'heavy' ? 'heavy' : 'test'
const reports = join(root, '.cache', 'reports', set)

const tool = (packageName, file, ...args) => [join(root, 'node_modules', packageName, file), ...args]
const vitest = (name, ...projects) => ({
  name,
  report: join(reports, `${name.replaceAll(' ', '-')}.json`),
  command: tool('vitest', 'vitest.mjs', 'run', '--passWithNoTests', ...projects.flatMap((project) => ['--project', project])),
})

/** One group after the other; what is in a group runs at the same time. */
const GROUPS = {
  test: [
    [
      { name: 'types', command: tool('vue-tsc', 'bin/vue-tsc.js', '--noEmit', '-p', '.', '--tsBuildInfoFile', '.cache/views.tsbuildinfo') },
      { name: 'lint', command: tool('eslint', 'bin/eslint.js', '.', '--max-warnings', '0') },
    ],
    [vitest('tests', 'unit', 'property', 'component', 'conformance')],
    [{ name: 'build', command: tool('vite', 'bin/vite.js', 'build') }],
    // The browser tests look at the build that was just made.
    [{ ...vitest('browser tests', 'e2e'), needs: 'build', env: { UNDERSTUDY_DIST: join(root, 'dist') } }],
  ],
  heavy: [[vitest('heavy tests', 'heavy')]],
}

/** The shell's NODE_ENV is not ours: each tool chooses its own. */
const env = { ...process.env }
delete env.NODE_ENV

/** @param alone whether its output is seen as it comes, and not all at its end */
async function run(stage, alone) {
  const reporters = stage.report ? ['--reporter=default', '--reporter=json', `--outputFile.json=${stage.report}`] : []
  const title = `\n=== ${stage.name}\n`
  if (alone) process.stdout.write(title)
  const child = spawn(process.execPath, [...stage.command, ...reporters], { cwd: root, env: { ...env, ...stage.env }, stdio: alone ? 'inherit' : 'pipe' })
  const { status, said } = await ended(child)
  if (!alone) process.stdout.write(title + said)
  const tests = stage.report && existsSync(stage.report) ? counted(stage.report, root) : { passed: 0, failed: 0, failures: [] }
  // A check that fails without naming a test (types, lint, build, a file that does not load) counts as one.
  if (status !== 0 && tests.failed === 0) tests.failed = 1
  return { name: stage.name, ok: status === 0, ...tests }
}

function ended(child) {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((resolve) => child.on('error', (error) => resolve({ status: 1, said: String(error) })).on('close', (status) => resolve({ status, said })))
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const results = []
for (const group of GROUPS[set]) {
  const running = group.map((stage) => {
    const blocked = results.some((result) => result.name === stage.needs && !result.ok)
    return blocked ? { name: stage.name, ok: false, passed: 0, failed: 1, skipped: true } : run(stage, group.length === 1)
  })
  results.push(...(await Promise.all(running)))
}

const total = (count) => results.reduce((sum, result) => sum + result[count], 0)
const summary = { passed: total('passed'), failed: total('failed') }
writeFileSync(join(reports, 'summary.json'), JSON.stringify(summary))

console.log('\n=== summary')
for (const { name, ok, passed, failed, skipped, failures = [] } of results) {
  const counts = passed + failed > 0 && !skipped ? `  ${passed} passed, ${failed} failed` : ''
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name}${skipped ? '  not run: the build failed' : counts}`)
  // Named here as well: a log that was cut still says which.
  for (const failure of failures) console.log(`          ${failure.name}\n            ${failure.message}`)
}
if (results.some((result) => !result.ok)) {
  console.log(`\nReports: ${relative(process.cwd(), reports) || '.'}`)
  process.exitCode = 1
}
