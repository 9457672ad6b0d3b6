import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextModel } from '../../domains/chats/text-model.ts'
import { createDemoVoice } from './demo-voice.ts'
import { type Candidate, discoverLocalModel, firstChatModel } from './discover.ts'
import { createGgufModel } from './gguf.ts'
import { createOpenAiCompatibleModel } from './openai-compatible.ts'
import { type BreakerSettings, withBreaker } from './with-breaker.ts'

/** MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME, MODEL_CONTEXT and DATA_DIR. */
export interface TextModelSettings {
  modelBaseUrl: string | null
  modelApiKey: string | null
  modelName: string | null
  modelContext: number | null
  dataDir: string
}

export interface ChooseDependencies {
  /** One line an operator should see; never holds a key. */
  say?: (line: string) => void
  candidates?: readonly Candidate[]
  onBreakerChange?: BreakerSettings['onChange']
}

const DEFAULT_CONTEXT = 8192
const LIST_TIMEOUT_MS = 3000

/**
 * Chooses the language model: the endpoint that the settings name, else a server found on this machine, else a GGUF
 * file in DATA_DIR/models, else the demo voice. Only a named endpoint that lists no chat model while MODEL_NAME is not
 * set, or a bad MODEL_BASE_URL, throws; it never stops for what it may merely find.
 */
export async function chooseTextModel(settings: TextModelSettings, deps: ChooseDependencies = {}): Promise<TextModel> {
  const breaker = { onChange: deps.onBreakerChange }
  if (settings.modelBaseUrl) return withBreaker(await namedEndpoint(settings, settings.modelBaseUrl), breaker)
  const found = await discoverLocalModel(deps.candidates)
  if (found) {
    deps.say?.(`language model: ${found.name} (${found.server.replace('_', ' ')}, found on this machine)`)
    const model = createOpenAiCompatibleModel({
      baseUrl: found.baseUrl,
      apiKey: settings.modelApiKey,
      name: settings.modelName ?? found.name,
      contextTokens: settings.modelContext ?? found.contextTokens ?? DEFAULT_CONTEXT,
    })
    return withBreaker(model, breaker)
  }
  return (await embedded(settings, deps)) ?? createDemoVoice()
}

async function namedEndpoint(settings: TextModelSettings, baseUrl: string): Promise<TextModel> {
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new Error('MODEL_BASE_URL must be an address that begins with http:// or https://')
  }
  const name = settings.modelName ?? (await firstChatModel(baseUrl, settings.modelApiKey, LIST_TIMEOUT_MS))
  if (!name) throw new Error('MODEL_NAME is not set, and the endpoint of MODEL_BASE_URL lists no chat model')
  return createOpenAiCompatibleModel({
    baseUrl,
    apiKey: settings.modelApiKey,
    name,
    contextTokens: settings.modelContext ?? DEFAULT_CONTEXT,
  })
}

async function embedded(settings: TextModelSettings, { say }: ChooseDependencies): Promise<TextModel | null> {
  const folder = join(settings.dataDir, 'models')
  const file = await firstGguf(folder, settings.modelName)
  if (!file) return null
  try {
    return await createGgufModel({
      modelPath: join(folder, file),
      dataDir: settings.dataDir,
      contextTokens: settings.modelContext,
    })
  } catch (error) {
    // A broken or unrunnable file must not keep the house shut; the operator hears why.
    say?.(
      `language model: ${file} can not be used. ${error instanceof Error ? error.message : ''} The demo voice speaks.`,
    )
    return null
  }
}

/** The file that MODEL_NAME names, with or without its ending, else the first by name. */
async function firstGguf(folder: string, name: string | null): Promise<string | null> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.gguf')).sort()
  return files.find((file) => file === name || file === `${name}.gguf`) ?? files[0] ?? null
}
