import { join } from 'node:path'
import {
  type BaseConnection,
  baseUrlOf,
  type ConnectionSettings,
  type ModelSettings,
  type OpenedModel,
  type TextModel,
} from '../../modules/models/module.ts'
import { SettingError, type Settings } from '../../platform/config.ts'
import { type BreakerSettings, withCircuitBreaker } from './circuit-breaker.ts'
import { createDemoModel } from './demo/demo-model.ts'
import { type Candidate, discoverLocalModel, SERVER_NAMES } from './discover.ts'
import type { TextModelLimits } from './endpoint/limits.ts'
import { listGgufFiles, modelsFolder } from './gguf/gguf-files.ts'
import { createGgufModel } from './gguf/gguf-model.ts'
import { openGgufLazily } from './gguf/lazy-gguf-model.ts'
import { createAnthropicModel } from './native/anthropic-model.ts'
import { createGoogleModel } from './native/google-model.ts'
import { createOpenAiCompatibleModel } from './openai-compatible/openai-compatible-model.ts'
import { probeEndpoint } from './probe-endpoint.ts'

/** The settings of the language model, and DATA_DIR, where GGUF files are. */
export type TextModelSettings = Pick<
  Settings,
  'mode' | 'modelBaseUrl' | 'modelApiKey' | 'modelName' | 'modelContext' | 'dataDir'
> &
  Partial<Pick<Settings, 'modelFirstTokenSeconds' | 'modelIdleSeconds' | 'modelReasoningTokens'>>

export interface ChooseDependencies {
  /** Prints a line for the operator; never contains a key. */
  say?: (line: string) => void
  candidates?: readonly Candidate[]
  onBreakerChange?: BreakerSettings['onChange']
}

const DEFAULT_CONTEXT = 8192

/**
 * Chooses the connection that needs no operator: the endpoint that the settings name, else, in local mode, a server found
 * on this machine, else a GGUF file in DATA_DIR/models, else the demo model. Only an explicit setting can make it fail.
 * @throws SettingError for an endpoint whose address is wrong, or that lists no chat model while MODEL_NAME is not set.
 */
export async function chooseBaseConnection(
  settings: TextModelSettings,
  deps: ChooseDependencies = {},
): Promise<BaseConnection> {
  const breaker = { onChange: deps.onBreakerChange }
  if (settings.modelBaseUrl) {
    const model = withCircuitBreaker(await namedEndpoint(settings, settings.modelBaseUrl, deps), breaker)
    const { host } = new URL(settings.modelBaseUrl)
    const hasKey = settings.modelApiKey !== null
    return { id: 'environment', name: host, baseUrl: trimSlashes(settings.modelBaseUrl), hasKey, model }
  }
  const found = settings.mode === 'local' ? await discoverLocalModel(deps.candidates) : null
  if (found) {
    deps.say?.(`language model: ${found.name} (${found.server.replace('_', ' ')}, found on this machine)`)
    const model = createOpenAiCompatibleModel({
      baseUrl: found.baseUrl,
      apiKey: null, // any program of this machine may listen there
      name: settings.modelName ?? found.name,
      contextTokens: settings.modelContext ?? found.contextTokens ?? DEFAULT_CONTEXT,
      limits: timeoutLimits(settings, found.baseUrl),
    })
    const { baseUrl, server } = found
    return {
      id: 'found',
      name: SERVER_NAMES[server],
      baseUrl,
      hasKey: false,
      model: withCircuitBreaker(model, breaker),
    }
  }
  const gguf = await openGgufModel(settings, deps)
  const model = gguf ?? createDemoModel()
  return { id: gguf ? 'gguf' : 'demo', name: model.name, baseUrl: null, hasKey: false, model }
}

/**
 * Opens a model of a connection that an operator has made. It asks no server for anything: what is wrong shows in the
 * first reply.
 */
export function openConnection(
  settings: TextModelSettings,
  connection: ConnectionSettings,
  model: ModelSettings,
  onBreakerChange?: BreakerSettings['onChange'],
): OpenedModel {
  // A file has no server that could be down.
  if (connection.kind === 'gguf') return openFile(settings, model)
  return withCircuitBreaker(openProtocol(settings, connection, model), { onChange: onBreakerChange })
}

/** The model without a circuit breaker; `limits` are for tests of a connection. */
export function openProtocol(
  settings: TextModelSettings,
  connection: ConnectionSettings,
  model: ModelSettings,
  limits: Partial<TextModelLimits> = {},
): TextModel {
  const { kind, apiKey } = connection
  const baseUrl = baseUrlOf(kind, connection.baseUrl) ?? ''
  const shared = {
    apiKey,
    name: model.name,
    contextTokens: model.contextTokens ?? DEFAULT_CONTEXT,
    vision: model.vision,
    limits: { ...timeoutLimits(settings, baseUrl), ...limits },
  }
  switch (kind) {
    case 'gguf':
      return openFile(settings, model)
    case 'google':
      return createGoogleModel({ ...shared, baseUrl })
    case 'anthropic':
      return createAnthropicModel({ ...shared, baseUrl })
    case 'openai_compatible': {
      const { instruct } = model
      const raw =
        instruct === null ? {} : { api: 'completion' as const, template: instruct === 'auto' ? null : instruct }
      return createOpenAiCompatibleModel({ ...shared, ...raw, baseUrl })
    }
  }
}

function openFile(settings: TextModelSettings, model: ModelSettings): OpenedModel {
  return openGgufLazily({
    modelPath: join(modelsFolder(settings.dataDir), `${model.name}.gguf`),
    dataDir: settings.dataDir,
    contextTokens: model.contextTokens,
    ...(settings.modelReasoningTokens === undefined ? {} : { reasoningTokens: settings.modelReasoningTokens }),
  })
}

function trimSlashes(url: string): string {
  return url.replace(/\/+$/, '')
}

async function namedEndpoint(
  settings: TextModelSettings,
  baseUrl: string,
  { say }: ChooseDependencies,
): Promise<TextModel> {
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new SettingError('MODEL_BASE_URL must be an address that begins with http:// or https://')
  }
  const endpoint = await probeEndpoint(baseUrl, settings.modelApiKey, settings.modelName)
  const name = settings.modelName ?? endpoint.firstModel
  if (endpoint.lacksVersion) {
    throw new SettingError(
      'MODEL_BASE_URL must end in /v1: the endpoint lists its models there, and none at this address',
    )
  }
  if (!name) {
    const why = endpoint.isListed ? 'lists no chat model' : 'does not list its models'
    throw new SettingError(`MODEL_NAME is required: the endpoint of MODEL_BASE_URL ${why}`)
  }
  const contextTokens = settings.modelContext ?? endpoint.contextTokens ?? DEFAULT_CONTEXT
  const isSilent = endpoint.isListed ? '' : ', which did not list its models'
  say?.(`language model: ${name} at ${new URL(baseUrl).host}${isSilent}; context: ${contextTokens} tokens`)
  const { modelApiKey: apiKey } = settings
  return createOpenAiCompatibleModel({ baseUrl, apiKey, name, contextTokens, limits: timeoutLimits(settings, baseUrl) })
}

/** A model on this machine may take any time for a long prompt, unless a limit is set. */
function timeoutLimits(settings: TextModelSettings, baseUrl: string): Partial<TextModelLimits> {
  const { modelFirstTokenSeconds: first, modelIdleSeconds: idle, modelReasoningTokens: reasoning } = settings
  const firstTokenMs = first ? first * 1000 : isLoopback(baseUrl) ? null : undefined
  return {
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
    ...(idle ? { idleMs: idle * 1000 } : {}),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  }
}

function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

async function openGgufModel(settings: TextModelSettings, { say }: ChooseDependencies): Promise<TextModel | null> {
  const file = await findGgufFile(settings.dataDir, settings.modelName)
  if (!file) return null
  try {
    return await createGgufModel({
      modelPath: join(modelsFolder(settings.dataDir), file),
      dataDir: settings.dataDir,
      contextTokens: settings.modelContext,
      ...(settings.modelReasoningTokens === undefined ? {} : { reasoningTokens: settings.modelReasoningTokens }),
    })
  } catch (error) {
    // A broken or unrunnable file must not prevent the start; the operator is told why.
    say?.(
      `language model: ${file} cannot be used. ${error instanceof Error ? error.message : ''} The demo model answers.`,
    )
    return null
  }
}

/** The file that MODEL_NAME names, with or without its extension, else the first by name. */
async function findGgufFile(dataDir: string, name: string | null): Promise<string | null> {
  const files = (await listGgufFiles(dataDir)).map((file) => `${file}.gguf`)
  return files.find((file) => file === name || file === `${name}.gguf`) ?? files[0] ?? null
}
