import { models as modelOperations } from '@everkin/contract/http/models.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { isLoopbackHost } from '../../platform/private-hosts.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { createKeyCipher } from './connection-key.ts'
import { createLiveRegistry } from './live-registry.ts'
import type { ModelRegistry } from './model-registry.ts'
import type { BaseConnection, ModelSource } from './model-source.ts'
import { modelHandlers } from './routes.ts'

export { problemOf } from './connection-health.ts'
export { baseUrlOf } from './connection-url.ts'
export { canUseModel, type ModelAccess, type ModelEntry, type ModelRegistry } from './model-registry.ts'
export type {
  BaseConnection,
  ConnectionProblem,
  ConnectionSettings,
  DownloadStatus,
  FoundServer,
  ModelDownload,
  ModelDownloads,
  ModelSettings,
  ModelSource,
  OpenedModel,
  TestResult,
} from './model-source.ts'
export {
  type PromptImage,
  type PromptMessage,
  type ReasoningEffort,
  type Samplers,
  type Scene,
  type SceneTurn,
  type TextModel,
  TextModelError,
  type TextModelFault,
  type TextModelPart,
  type TextModelReason,
  type TextModelRequest,
  type TokenUsage,
} from './text-model.ts'

/** A process that missed an event of the bus catches up after this time. */
const RELOAD_INTERVAL_MS = MINUTE_MS

function isOnThisMachine(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}

/** The language models that people talk to, and the connections through which they come. */
export function createModelsModule(
  core: ServerCore,
  ports: { base: BaseConnection; source: ModelSource },
): ServerModule & {
  services: { models: ModelRegistry }
  /** Whether no model in use is on another machine, which the privacy policy says. */
  areModelsHere(): boolean
} {
  const { database, log, bus, settings } = core
  const cipher = createKeyCipher(core.appSecret)
  const registry = createLiveRegistry({ database, log, cipher, ...ports, defaultPrice: settings.messagePrice })
  const reload = () =>
    registry
      .reload()
      .catch((error: unknown) => log.warn({ error }, 'failed to read the connections to language models'))
  bus.subscribe((event) => {
    if (event.kind === 'models_changed') void reload()
  })
  let timer: NodeJS.Timeout | undefined
  return {
    name: 'models',
    services: { models: registry },
    areModelsHere: () =>
      registry.connections().every(({ enabled, baseUrl }) => !enabled || baseUrl === null || isOnThisMachine(baseUrl)),
    operations: bindHandlers(modelOperations, modelHandlers({ ...core, registry, cipher, source: ports.source })),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: {
      tables: {
        model_connection: { erasure: 'impersonal', notExported: 'the connections to language models of the operator' },
      },
      exportParts: [],
      eraseSteps: [],
    },
    mediaUsage: null,
    metrics: null,
    lifecycle: {
      start: async () => {
        await registry.reload()
        timer = setInterval(() => void reload(), RELOAD_INTERVAL_MS)
        timer.unref()
      },
      close: async () => {
        clearInterval(timer)
        await ports.source.downloads.close()
        await registry.close()
      },
    },
  }
}
