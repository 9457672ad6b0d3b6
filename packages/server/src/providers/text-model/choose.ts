import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextModel } from '../../modules/models/module.ts'
import { SettingError, type Settings } from '../../platform/config.ts'
import { type BreakerSettings, withCircuitBreaker } from './circuit-breaker.ts'
import { createDemoModel } from './demo/demo-model.ts'
import { type Candidate, discoverLocalModel } from './discover.ts'
import type { TextModelLimits } from './endpoint/limits.ts'
import { createGgufModel } from './gguf/gguf-model.ts'
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
 * Chooses the language model: the endpoint that the settings name, else, in local mode, a server found on this machine,
 * else a GGUF file in DATA_DIR/models, else the demo model. Only an explicit setting can make it fail.
 * @throws SettingError for an endpoint whose address is wrong, or that lists no chat model while MODEL_NAME is not set.
 */
export async function chooseTextModel(settings: TextModelSettings, deps: ChooseDependencies = {}): Promise<TextModel> {
  const breaker = { onChange: deps.onBreakerChange }
  if (settings.modelBaseUrl)
    return withCircuitBreaker(await namedEndpoint(settings, settings.modelBaseUrl, deps), breaker)
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
    return withCircuitBreaker(model, breaker)
  }
  return (await openGgufModel(settings, deps)) ?? createDemoModel()
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
  const folder = join(settings.dataDir, 'models')
  const file = await findGgufFile(folder, settings.modelName)
  if (!file) return null
  try {
    return await createGgufModel({
      modelPath: join(folder, file),
      dataDir: settings.dataDir,
      contextTokens: settings.modelContext,
      ...(settings.modelReasoningTokens === undefined ? {} : { reasoningTokens: settings.modelReasoningTokens }),
    })
  } catch (error) {
    // A broken or unrunnable file must not prevent the start; the operator is told why.
    say?.(
      `language model: ${file} cannot be used. ${error instanceof Error ? error.message : ''} The demo voice speaks.`,
    )
    return null
  }
}

/** The file that MODEL_NAME names, with or without its extension, else the first by name. */
async function findGgufFile(folder: string, name: string | null): Promise<string | null> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.gguf')).sort()
  return files.find((file) => file === name || file === `${name}.gguf`) ?? files[0] ?? null
}
