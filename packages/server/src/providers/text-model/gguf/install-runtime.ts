import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { runtimeFolder } from './runtime.ts'

const VERSION = '3.21.1'
const EMPTY = 'npm:empty-npm-package@1.0.0'

/** What goes into the runtime's folder: the exact version, its packages for graphics cards (600 MB) left out. */
const MANIFEST = {
  name: 'everkin-gguf-runtime',
  private: true,
  type: 'module',
  dependencies: { 'node-llama-cpp': VERSION },
  overrides: Object.fromEntries(
    [
      'linux-x64-cuda',
      'linux-x64-cuda-ext',
      'linux-x64-vulkan',
      'win-x64-cuda',
      'win-x64-cuda-ext',
      'win-x64-vulkan',
    ].map((name) => [`@node-llama-cpp/${name}`, EMPTY]),
  ),
}

/**
 * Installs node-llama-cpp into the data folder with npm, without running any install script. Throws with npm's last
 * lines when it fails, and says so plainly when there is no npm or no network.
 */
export async function installGgufRuntime(dataDir: string): Promise<void> {
  const folder = runtimeFolder(dataDir)
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/package.json`, `${JSON.stringify(MANIFEST, null, 2)}\n`)
  const { code, output } = await npm(
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'],
    folder,
  )
  if (code === 0) return
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(output)
  throw new Error(
    isOffline
      ? 'The npm registry can not be reached. Installing the GGUF runtime needs the network once.'
      : `npm could not install node-llama-cpp ${VERSION}:\n${output.trim().split('\n').slice(-5).join('\n')}`,
  )
}

function npm(words: string[], folder: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    // Run by npm, this names the very npm that runs us; otherwise the one on the path.
    const own = process.env.npm_execpath
    const child = own?.endsWith('.js')
      ? spawn(process.execPath, [own, ...words], { cwd: folder })
      : spawn('npm', words, { cwd: folder })
    let output = ''
    child.stdout.on('data', (piece) => (output += String(piece)))
    child.stderr.on('data', (piece) => (output += String(piece)))
    child.once('error', () => reject(new Error('npm was not found. Installing the GGUF runtime needs npm.')))
    child.once('close', (code) => resolve({ code, output }))
  })
}
