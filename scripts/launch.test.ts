import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ARCH = process.arch
const OTHER_ARCH = ARCH === 'x64' ? 'arm64' : 'x64'
const NODE = `node_modules/node-linux-${ARCH}`

/** A project whose one dependency has a program for each processor, and whose npm installs as the tests say. */
let root = ''

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'everkin-launch-')))
  const program = (cpu: string) => ({ version: '1', optional: true, os: [process.platform], cpu: [cpu] })
  write('package-lock.json', {
    packages: {
      '': {},
      'node_modules/fast': { version: '1' },
      [`node_modules/fast-${ARCH}`]: program(ARCH),
      [`node_modules/fast-${OTHER_ARCH}`]: program(OTHER_ARCH),
    },
  })
  mkdirSync(join(root, 'scripts/tasks'), { recursive: true })
  copyFileSync('scripts/launch.mjs', join(root, 'scripts/launch.mjs'))
  writeFileSync(join(root, 'scripts/tasks/start.ts'), "console.log('started')")
})

afterEach(() => rmSync(root, { recursive: true }))

describe('npm start', () => {
  it('installs nothing that is installed, nor what is for another processor', () => {
    write('node_modules/.package-lock.json', installed('fast', `fast-${ARCH}`))
    expect(launch([])).toEqual({ output: 'started\n', installs: [] })
  })

  it('installs again in a folder that was copied from a machine with another processor', () => {
    write('node_modules/.package-lock.json', installed('fast', `fast-${OTHER_ARCH}`))
    const { output, installs } = launch([['fast', `fast-${ARCH}`]])
    expect(output).toBe('Installing dependencies …\nstarted\n')
    expect(installs).toEqual(['the system’s Node'])
  })

  it.runIf(process.platform === 'linux')('installs what npm left out, with the Node that npm installed', () => {
    const { output, installs } = launch([
      ['fast', `node-linux-${ARCH}`],
      ['fast', `fast-${ARCH}`, `node-linux-${ARCH}`],
    ])
    expect(output).toBe('Installing dependencies …\nstarted\n')
    expect(installs).toEqual(['the system’s Node', 'the installed Node'])
    expect(realpathSync(join(root, 'node_modules/.bin/node'))).toBe(realpathSync(process.execPath))
  })

  it('names what could not be installed, starts, and does not try again', () => {
    const { output, installs } = launch([['fast']])
    expect(output).toBe(`Installing dependencies …\nNot installed: fast-${ARCH}.\nstarted\n`)
    expect(installs).toEqual(['the system’s Node'])
    expect(launch([['fast']])).toEqual({ output: 'started\n', installs: [] })
  })
})

describe('the Node of the system', () => {
  it.each([
    ['22.21.1', false],
    ['22.22.0', true],
    ['23.11.0', false],
    ['24.0.0', true],
    ['26.1.0', true],
  ])('%s is used where none is bundled: %s', (version, isUsed) => {
    write('node_modules/.package-lock.json', installed('fast', `fast-${ARCH}`))
    const { output } = launch([], version)
    if (isUsed) expect(output).toBe('started\n')
    else expect(output).toMatch(/^On this system Everkin needs Node 24 or newer, or 22\.22 and newer of 22; this is /)
  })

  it('is what the server asks for', () => {
    const { engines } = JSON.parse(readFileSync('packages/server/package.json', 'utf8')) as { engines: object }
    expect(engines).toEqual({ node: '^22.22.0 || >=24' })
  })
})

/**
 * Starts the server with an npm that brings these packages: those of the first install, then those of the second.
 * @param version what Node says of itself
 */
function launch(installs: string[][], version = process.versions.node) {
  for (const [index, names] of installs.entries()) write(`install-${index + 1}.json`, installed(...names))
  const log = join(root, 'installs')
  writeFileSync(log, '')
  writeProgram(
    'bin/npm',
    `set -e
cd '${root}'
command -v node >> installs
mkdir -p node_modules ${NODE}/bin
cp install-$(wc -l < installs | tr -d ' ').json node_modules/.package-lock.json
if grep -q node-linux node_modules/.package-lock.json; then ln -sf '${process.execPath}' ${NODE}/bin/node; fi`,
  )
  const system = [join(root, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':')
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const options = ['--import', `data:text/javascript,${encodeURIComponent(versions)}`]
  const { stdout, stderr } = spawnSync(process.execPath, [...options, 'scripts/launch.mjs', 'start'], {
    cwd: root,
    env: { PATH: system },
    encoding: 'utf8',
  })
  const nodes = readFileSync(log, 'utf8').split('\n').filter(Boolean)
  return {
    // What could not be installed is an error, and comes before the task.
    output: stdout.includes('started') ? stdout.replace('started', `${stderr}started`) : stdout + stderr,
    installs: nodes.map((node) => (node.startsWith(root) ? 'the installed Node' : 'the system’s Node')),
  }
}

/** npm’s own copy of the lock file. */
function installed(...names: string[]) {
  return { packages: Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1' }])) }
}

function write(path: string, content: object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify(content))
}

function writeProgram(path: string, script: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), `#!/bin/sh\n${script}\n`)
  chmodSync(join(root, path), 0o755)
}
