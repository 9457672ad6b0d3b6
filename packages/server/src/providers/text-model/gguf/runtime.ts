import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandLine } from '../../../platform/command-line.ts'

/** The parts of node-llama-cpp that we use. It is not a dependency: 115 MB that only this model needs. */
export interface GgufRuntime {
  getLlama(options: { gpu: 'auto' | false; build: 'never'; logLevel: 'error'; maxThreads: number }): Promise<Llama>
  LlamaChat: new (options: { contextSequence: LlamaSequence }) => LlamaChat
}

export interface Llama {
  /** Which kind of graphics processor is used; false for none. */
  readonly gpu: string | false
  loadModel(options: { modelPath: string; gpuLayers: { fitContext: { contextSize: number } } }): Promise<LlamaModel>
  dispose(): Promise<void>
}

export interface LlamaModel {
  trainContextSize: number
  tokenize(text: string): readonly number[]
  createContext(options: { contextSize: number; threads: number }): Promise<{ getSequence(): LlamaSequence }>
}

export interface LlamaSequence {
  /** How many tokens of prompt and reply it holds. */
  readonly nextTokenIndex: number
  readonly tokenMeter: {
    getState(): object
    /** What was really computed since `state`: tokens that it still held are not. */
    diff(state: object): { usedInputTokens: number; usedOutputTokens: number }
  }
}

interface LlamaChat {
  generateResponse(history: ChatItem[], options: GenerateOptions): Promise<{ metadata: { stopReason: string } }>
  dispose(options: { disposeSequence: boolean }): void
}

export interface GenerateOptions {
  temperature: number
  topP: number
  minP: number
  topK?: number
  /** Its default is a slight penalty. */
  repeatPenalty?: { penalty: number; frequencyPenalty: number; presencePenalty: number }
  seed?: number
  maxTokens: number
  signal: AbortSignal
  stopOnAbortSignal: true
  onTextChunk: (text: string) => void
}

export type ChatItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] }

/** There is a GGUF file, but the runtime for it is not installed. */
export class GgufRuntimeMissing extends Error {
  constructor(cause?: unknown) {
    super(
      `A GGUF model needs node-llama-cpp, which is not installed. Install it with: ${commandLine('model', 'runtime')}`,
      { cause },
    )
    this.name = 'GgufRuntimeMissing'
  }
}

/** Where the command `model` installs it. */
export function runtimeFolder(dataDir: string): string {
  return join(dataDir, 'models', 'runtime')
}

/** Loads node-llama-cpp from the data folder, else from Everkin's own installation. */
export async function loadGgufRuntime(dataDir: string): Promise<GgufRuntime> {
  const installed = join(runtimeFolder(dataDir), 'node_modules', 'node-llama-cpp', 'dist', 'index.js')
  const specifier = existsSync(installed) ? pathToFileURL(installed).href : 'node-llama-cpp'
  try {
    return (await import(specifier)) as GgufRuntime // its types are not installed; the suite checks the shape
  } catch (error) {
    throw new GgufRuntimeMissing(error)
  }
}

const RUNTIME_VERSION = '3.21.1'
const EMPTY_PACKAGE = 'npm:empty-npm-package@1.0.0'

/** The manifest of the runtime's folder: the exact version, without its GPU packages (600 MB). */
export const MANIFEST = {
  name: 'everkin-gguf-runtime',
  private: true,
  type: 'module',
  dependencies: { 'node-llama-cpp': RUNTIME_VERSION },
  overrides: Object.fromEntries(
    [
      'linux-x64-cuda',
      'linux-x64-cuda-ext',
      'linux-x64-vulkan',
      'win-x64-cuda',
      'win-x64-cuda-ext',
      'win-x64-vulkan',
    ].map((name) => [`@node-llama-cpp/${name}`, EMPTY_PACKAGE]),
  ),
}

/**
 * The versions and checksums of all its packages. For a newer runtime, run `npm install --package-lock-only` on the
 * manifest in an empty folder, and store the lock file here.
 */
const LOCK_FILE = new URL('./runtime-lock.json', import.meta.url)

/**
 * Installs node-llama-cpp into the data folder with npm: exactly the packages of the lock file, checked by their
 * checksums, without running any install script. Throws with npm's last
 * lines when it fails, and with a clear message when there is no npm or no network.
 */
export async function installGgufRuntime(dataDir: string): Promise<void> {
  const folder = runtimeFolder(dataDir)
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/package.json`, `${JSON.stringify(MANIFEST, null, 2)}\n`)
  await copyFile(LOCK_FILE, `${folder}/package-lock.json`)
  // A cache of its own, because the home folder is not writable in a container or under systemd.
  const cache = join(folder, 'npm-cache')
  const { code, output } = await runNpm(
    [
      ...['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'],
      ...['--fetch-retries=1', '--loglevel=error', `--cache=${cache}`],
    ],
    folder,
  ).finally(() => rm(cache, { recursive: true, force: true }))
  if (code === 0) return
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(output)
  throw new Error(
    isOffline
      ? 'The npm registry cannot be reached. Installing the GGUF runtime needs the network once.'
      : `npm could not install node-llama-cpp ${RUNTIME_VERSION}:\n${output.trim().split('\n').slice(-5).join('\n')}`,
  )
}

function runNpm(words: string[], folder: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    // When run by npm, this names that npm; otherwise the one on the PATH is used.
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
