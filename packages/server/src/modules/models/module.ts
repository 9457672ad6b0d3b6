import { modelChoice } from '@everkin/contract/http/model-choice.ts'
import { modelUsage } from '@everkin/contract/http/model-usage.ts'
import { models as modelOperations } from '@everkin/contract/http/models.ts'
import { presets } from '@everkin/contract/http/presets.ts'
import { serviceConnections } from '@everkin/contract/http/service-connections.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { createOutageLog } from '../../platform/outage-log.ts'
import { listExport, type PersonalData } from '../../platform/personal-data.ts'
import { isLoopbackHost } from '../../platform/private-hosts.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { exportModelChoices } from './choice/model-choice.ts'
import type { ConnectionHistory, HealthState } from './connection-health.ts'
import { createKeyCipher } from './connection-key.ts'
import type { LiveConnection } from './live-connections.ts'
import { createLiveRegistry, type LiveRegistry } from './live-registry.ts'
import type { ModelRegistry } from './model-registry.ts'
import type { BaseConnection, ModelSource } from './model-source.ts'
import { exportPresets } from './presets/manage-presets.ts'
import { modelChoiceHandlers, presetHandlers } from './presets/routes.ts'
import { renewKeys } from './renew-keys.ts'
import { modelHandlers } from './routes.ts'
import { serviceConnectionHandlers } from './service-connections/routes.ts'
import {
  createServiceConnections,
  type ServiceConnections,
  type ServiceTester,
} from './service-connections/service-connections.ts'
import { createModelUsage, type ModelUsage } from './usage/model-usage.ts'
import { usageHandlers } from './usage/routes.ts'
import type { UsageServices } from './usage/services.ts'
import { createTokenBudget, dayOf } from './usage/token-budget.ts'
import { anonymizeUsage, listUsageOf, sumTokensOfDay } from './usage/usage-store.ts'

// The port of language models, and what goes through it

export { createDeferredStream, type StartedStream, startStream } from './started-stream.ts'
export {
  type ExpectedPrompt,
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
export { streamTraced } from './trace-request.ts'

// Tokens: estimates for texts, corrected by what models report

export { clipStartToTokens, clipToTokens, countTokens, TOKENS_AROUND_MESSAGE } from './count-tokens.ts'
export { createTokenEstimator, type TokenEstimator } from './token-estimator.ts'

// Connected models, and their names on pages

export { problemOf } from './connection-health.ts'
export { baseUrlOf } from './connection-url.ts'
export { delegatingModel, type ModelEntry, type ModelRegistry } from './model-registry.ts'
export type {
  BaseConnection,
  ConnectionProblem,
  ConnectionSettings,
  DownloadStatus,
  ModelDownload,
  ModelDownloads,
  ModelSettings,
  ModelSource,
  OpenedModel,
  TestResult,
} from './model-source.ts'
export { modelNameFor } from './views.ts'

// The model and preset of a chat, and their price

export { findChoiceForNewChat, storeChoice } from './choice/model-choice.ts'
export {
  areMessagesCounted,
  findUsableModel,
  fullPriceOf,
  messagePriceOf,
  requireUsableModel,
} from './choice/usable-model.ts'
export { findPreset } from './presets/manage-presets.ts'
export { NO_PRESET, type PresetSettings } from './presets/preset.ts'

// Usage: tokens, time and cost

export type { ModelUsage } from './usage/model-usage.ts'
export type { RequestMeter, RequestUsage } from './usage/request-meter.ts'
export { recordUsage, usageCtes } from './usage/usage-store.ts'
export { canSeeCosts, toTotals } from './usage/usage-views.ts'

// Other services that operators connect

export type { ServicePurpose } from './service-connections/service-connection-store.ts'
export {
  type ServiceConnections,
  type ServiceSettings,
  type ServiceTester,
  serviceInUse,
} from './service-connections/service-connections.ts'

/** A process that missed an event of the bus catches up after this time. */
const RELOAD_INTERVAL_MS = MINUTE_MS

/** A connection to language models as the health page shows it. */
export interface ModelStatus extends ConnectionHistory {
  name: string
  kind: LiveConnection['kind']
  state: HealthState['state'] | 'off'
}

function statusOf({ health }: LiveRegistry, connection: LiveConnection): ModelStatus {
  const { name, kind, fingerprint, enabled, isKeyLost } = connection
  const { state } = health.stateOf(fingerprint)
  return { name, kind, state: enabled ? (isKeyLost ? 'failing' : state) : 'off', ...health.history(fingerprint) }
}

function isOnThisMachine(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}

/**
 * The language models that people talk to, and the connections through which they come.
 *
 * Guarantees of this module:
 * - A reply is asked of another model only where the first cannot be reached before its first part. A text that one
 *   refuses goes to no other.
 * - A fallback model is never one that is for fewer people, costs more, or cannot see the pictures of the prompt.
 * - A connection applies from the next message on, in every process, without a restart. One default exists at most.
 * - A key is stored encrypted for its connection, never shown again, and not sent to another server than the one it was
 *   entered for.
 * - Once the tokens of a day are used up, no model is asked and nothing is charged (LLM-11).
 * - A preset is seen, changed and deleted by its owner alone.
 */
export function createModelsModule(
  core: ServerCore,
  /** `models` takes the place of the registry, in tests. */
  ports: {
    base: BaseConnection
    source: ModelSource
    tester: ServiceTester
    models?: ModelRegistry
  } & Pick<UsageServices, 'countTokens'>,
): ServerModule & {
  services: { models: ModelRegistry; usage: ModelUsage }
  /** Whether no model in use is on another machine, which the privacy policy says. */
  areModelsHere(): boolean
  /** How the connections did when this process last used them. */
  statuses(): ModelStatus[]
  /** Servers for what is not a chat. */
  connections: ServiceConnections
} {
  const { database, log, bus, settings } = core
  const cipher = createKeyCipher(core.appSecret)
  const registry = createLiveRegistry({
    database,
    clock: core.clock,
    log,
    cipher,
    ...ports,
    defaultPrice: settings.messagePrice,
  })
  const connections = createServiceConnections({ database, cipher, settings })
  const outage = createOutageLog(log, {
    failed: 'failed to read the connections to language models',
    recovered: 'the connections to language models can be read again',
  })
  const reload = () => Promise.all([registry.reload(), connections.reload()]).then(outage.succeed, outage.fail)
  bus.subscribe((event) => {
    if (event.kind === 'models_changed') void reload()
  })
  const services = { ...core, models: ports.models ?? registry }
  const usage = { ...services, countTokens: ports.countTokens, budget: createTokenBudget(core) }
  let timer: NodeJS.Timeout | undefined
  return {
    name: 'models',
    services: { models: services.models, usage: createModelUsage(usage) },
    connections,
    statuses: () => registry.connections().map((connection) => statusOf(registry, connection)),
    areModelsHere: () =>
      registry.connections().every(({ enabled, baseUrl }) => !enabled || baseUrl === null || isOnThisMachine(baseUrl)),
    operations: [
      ...bindHandlers(modelOperations, modelHandlers({ ...services, registry, cipher, source: ports.source })),
      ...bindHandlers(
        serviceConnections,
        serviceConnectionHandlers({ ...core, connections, cipher, tester: ports.tester }),
      ),
      ...bindHandlers(modelChoice, modelChoiceHandlers(services)),
      ...bindHandlers(presets, presetHandlers(services)),
      ...bindHandlers(modelUsage, usageHandlers(usage)),
    ],
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: PERSONAL_DATA,
    mediaUsage: null,
    metrics: async () => [
      {
        name: 'everkin_model_tokens_today',
        help: 'Tokens of prompts and replies since midnight UTC, of all people.',
        value: await sumTokensOfDay(core.database, dayOf(core.clock.now()), null),
      },
    ],
    lifecycle: {
      start: async () => {
        const renewed = core.appSecret.fallbacks.length > 0 ? await renewKeys(database, cipher) : 0
        if (renewed > 0) log.info({ renewed }, 'keys of connections are now encrypted with the current APP_SECRET')
        await Promise.all([registry.reload(), connections.reload()])
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

const PERSONAL_DATA: PersonalData = {
  tables: {
    model_connection: { erasure: 'impersonal', notExported: 'the connections to language models of the operator' },
    service_connection: { erasure: 'impersonal', notExported: 'the connections to other services of the operator' },
    preset: { erasure: 'deleted' },
    model_choice: { erasure: 'deleted' },
    model_usage: { erasure: 'anonymized' },
    model_price: { erasure: 'impersonal', notExported: 'what the operator pays for the models' },
  },
  exportParts: [
    listExport({ path: 'presets.json', about: 'presets', tables: ['preset'] }, exportPresets),
    listExport({ path: 'model-choice.json', about: 'modelChoice', tables: ['model_choice'] }, exportModelChoices),
    listExport({ path: 'model-usage.json', about: 'modelUsage', tables: ['model_usage'] }, listUsageOf),
  ],
  eraseSteps: [{ phase: 'content', run: (tx, person) => anonymizeUsage(tx, person.id) }],
}
