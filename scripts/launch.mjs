// Starts a task (`npm start`, `npm test`, …): installs missing dependencies, then runs it on Node 24, which the install
// includes on Linux. Plain JavaScript, because any Node from 20.9 on must be able to run it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const task = process.argv[2]
/** The packages that the last install could not bring. npm removes it with all others when it installs again. */
const notInstalled = `${root}node_modules/.not-installed.json`
const cLibrary = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
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
linkBundledNode()
const child = spawn(findNode(), [`scripts/tasks/${task}.ts`, ...process.argv.slice(3)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH ?? ''}` },
})
// Passes on a supervisor's signal. A signal from the keyboard also reaches the child directly; the child expects both.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))

/**
 * Installs the locked dependencies that are missing. npm leaves out optional packages, without a word, that its own Node
 * is too old for. The first install brings Node 24; npm then runs on that.
 */
function install() {
  if (isInstalled()) return
  console.log('Installing dependencies …')
  const node = findBundledNode()
  runNpmCi(node)
  if (!node && !isInstalled() && findBundledNode()) runNpmCi(findBundledNode())
  const missing = listMissing()
  if (missing.length === 0) return
  console.warn(`Not installed: ${missing.join(', ')}.`)
  writeFileSync(notInstalled, JSON.stringify(missing))
}

/** Some versions of npm (10.2) remove this link together with the Node for the other processor. */
function linkBundledNode() {
  const node = findBundledNode()
  const link = `${root}node_modules/.bin/node`
  if (!node || existsSync(link)) return
  try {
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(relative(dirname(link), node), link)
  } catch {
    // The folder belongs to someone else. No task needs the link, only commands typed by hand and units of systemd.
  }
}

/** Runs npm on this Node, or on the system’s if it is null. */
function runNpmCi(node) {
  const PATH = `${node ? `${dirname(node)}:` : ''}${process.env.PATH ?? ''}`
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH },
  })
  if (result.status !== 0) fail('The installation failed: see the lines above.')
}

/** What the last install could not bring is not asked for again: a start must not depend on the network. */
function isInstalled() {
  const missing = listMissing()
  if (missing.length === 0) return true
  const expected = existsSync(notInstalled) ? JSON.parse(readFileSync(notInstalled, 'utf8')) : []
  return missing.every((name) => expected.includes(name))
}

/**
 * The packages of the lock file that this system needs and that are not installed in the same version. npm stores a
 * copy of the lock file for what it installed. A folder that was copied from another system has the wrong programs.
 */
function listMissing() {
  const copy = `${root}node_modules/.package-lock.json`
  const have = existsSync(copy) ? JSON.parse(readFileSync(copy, 'utf8')).packages : {}
  const want = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages
  return Object.entries(want)
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.link && isNeeded(entry))
    .filter(([path, entry]) => have[path]?.version !== entry.version)
    .map(([path]) => path.slice('node_modules/'.length))
}

/** Optional packages are needed if they are programs for this system. */
function isNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true
  if (!os || !cpu) return false
  return (
    [os].flat().includes(process.platform) &&
    [cpu].flat().includes(process.arch) &&
    (!libc || [libc].flat().includes(cLibrary))
  )
}

function findNode() {
  const bundled = findBundledNode()
  if (bundled) return bundled
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 22)) return process.execPath
  return fail(`On this system Everkin needs Node 24 or newer, or 22.22 and newer of 22; this is ${process.version}.`)
}

/** The Node of the install, if it runs here: it needs Linux with glibc. */
function findBundledNode() {
  const path = `${root}node_modules/node-linux-${process.arch}/bin/node`
  return existsSync(path) && spawnSync(path, ['--version']).status === 0 ? path : null
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
