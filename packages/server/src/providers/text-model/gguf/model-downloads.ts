import { existsSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DownloadStatus, ModelDownload, ModelDownloads } from '../../../modules/models/module.ts'
import { DownloadError, type DownloadFault, downloadModel } from './download-model.ts'
import { modelsFolder } from './gguf-files.ts'
import { RECOMMENDED_MODELS, type RecommendedModel } from './recommended-models.ts'
import { installGgufRuntime, loadGgufRuntime } from './runtime.ts'

export interface DownloadOptions {
  models?: readonly RecommendedModel[]
  freeBytes?: (folder: string) => Promise<number>
  installRuntime?: (dataDir: string) => Promise<void>
  hasRuntime?: () => Promise<boolean>
}

interface Running {
  abort: AbortController
  doneBytes: number
  ended: Promise<void>
}

/** Downloads recommended models in the background of this process, into DATA_DIR/models. A restart pauses them. */
export function createModelDownloads(dataDir: string, options: DownloadOptions = {}): ModelDownloads {
  const models = options.models ?? RECOMMENDED_MODELS
  const folder = modelsFolder(dataDir)
  const install = options.installRuntime ?? installGgufRuntime
  const running = new Map<string, Running>()
  const faults = new Map<string, DownloadFault>()
  const hasRuntime = options.hasRuntime ?? (() => loadGgufRuntime(dataDir).then(yes, no))
  let runtime: DownloadStatus['runtime'] | null = null

  const modelOf = (name: string) => models.find((model) => model.name === name) ?? null
  const partOf = (model: RecommendedModel) => join(folder, `${model.fileName}.part`)

  function run(model: RecommendedModel): Running {
    const abort = new AbortController()
    const state: Running = { abort, doneBytes: 0, ended: Promise.resolve() }
    faults.delete(model.name)
    state.ended = mkdir(folder, { recursive: true })
      .then(() =>
        downloadModel({
          url: model.url,
          folder,
          fileName: model.fileName,
          sha256: model.sha256,
          signal: abort.signal,
          ...(options.freeBytes ? { freeBytes: options.freeBytes } : {}),
          onProgress: (doneBytes) => {
            state.doneBytes = doneBytes
          },
        }),
      )
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) faults.set(model.name, error instanceof DownloadError ? error.fault : 'host')
      })
      .finally(() => running.delete(model.name))
    return state
  }

  async function end(name: string): Promise<RecommendedModel | null> {
    const model = modelOf(name)
    const state = running.get(name)
    state?.abort.abort()
    await state?.ended
    return model
  }

  async function itemOf(model: RecommendedModel): Promise<ModelDownload> {
    const { name, title, publisher, licence, fileName, bytes } = model
    const now = running.get(name)
    const file = existsSync(join(folder, fileName))
    const part = (await stat(partOf(model)).catch(() => null))?.size ?? 0
    const problem = faults.get(name) ?? null
    const state = now ? 'running' : file ? 'ready' : problem ? 'failed' : part > 0 ? 'paused' : 'absent'
    const doneBytes = state === 'ready' ? bytes : Math.max(part, now?.doneBytes ?? 0)
    return { name, title, publisher, licence, fileName, state, doneBytes, totalBytes: bytes, problem }
  }

  return {
    async status() {
      if (runtime === null || runtime === 'absent') runtime = (await hasRuntime()) ? 'ready' : 'absent'
      return { runtime, items: await Promise.all(models.map(itemOf)) }
    },
    async start(name) {
      const model = modelOf(name)
      if (!model) return false
      if (!running.has(name)) running.set(name, run(model))
      return true
    },
    pause: async (name) => (await end(name)) !== null,
    async stop(name) {
      const model = await end(name)
      if (!model) return false
      faults.delete(name)
      await rm(partOf(model), { force: true })
      return true
    },
    installRuntime() {
      if (runtime === 'installing' || runtime === 'ready') return
      runtime = 'installing'
      void install(dataDir).then(
        () => {
          runtime = 'ready'
        },
        () => {
          runtime = 'failed'
        },
      )
    },
    async close() {
      await Promise.all([...running.keys()].map(end))
    },
  }
}

const yes = () => true
const no = () => false
