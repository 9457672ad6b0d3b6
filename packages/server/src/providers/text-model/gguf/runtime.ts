import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The part of node-llama-cpp that we use. It is no dependency of ours: 115 MB that only this model needs. */
export interface GgufRuntime {
  getLlama(options: { gpu: false; build: 'never'; logLevel: 'error'; maxThreads: number }): Promise<Llama>
  LlamaChat: new (options: { contextSequence: object }) => LlamaChat
}

interface Llama {
  loadModel(options: { modelPath: string }): Promise<{
    trainContextSize: number
    createContext(options: { contextSize: number; threads: number }): Promise<{ getSequence(): object }>
  }>
  dispose(): Promise<void>
}

interface LlamaChat {
  generateResponse(history: ChatItem[], options: GenerateOptions): Promise<{ metadata: { stopReason: string } }>
  dispose(options: { disposeSequence: boolean }): void
}

interface GenerateOptions {
  temperature: number
  topP: number
  minP: number
  seed?: number
  maxTokens: number
  signal: AbortSignal
  stopOnAbortSignal: true
  onTextChunk: (text: string) => void
}

export type ChatItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] }

/** A GGUF file is there, the program that runs it is not. */
export class GgufRuntimeMissing extends Error {
  constructor(cause?: unknown) {
    super('A GGUF model needs node-llama-cpp, which is not installed. Install it with: npm run model runtime', {
      cause,
    })
    this.name = 'GgufRuntimeMissing'
  }
}

/** Where `npm run model runtime` puts it. */
export function runtimeFolder(dataDir: string): string {
  return join(dataDir, 'models', 'runtime')
}

/** Loads node-llama-cpp: from the data folder, else from where Everkin itself is installed. */
export async function loadGgufRuntime(dataDir: string): Promise<GgufRuntime> {
  const installed = join(runtimeFolder(dataDir), 'node_modules', 'node-llama-cpp', 'dist', 'index.js')
  const specifier = existsSync(installed) ? pathToFileURL(installed).href : 'node-llama-cpp'
  try {
    return (await import(specifier)) as GgufRuntime // its types are not installed with us; the suite checks the shape
  } catch (error) {
    throw new GgufRuntimeMissing(error)
  }
}
