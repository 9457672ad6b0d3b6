/** The names of the servers as their makers write them. */
export const SERVER_NAMES = {
  ollama: 'Ollama',
  lm_studio: 'LM Studio',
  llama_cpp: 'llama.cpp',
  koboldcpp: 'KoboldCpp',
  vllm: 'vLLM',
  tabby_api: 'TabbyAPI or text-generation-webui',
} as const

export type LocalServer = keyof typeof SERVER_NAMES

/** An address where a server may listen. */
export interface Candidate {
  server: LocalServer
  /** Without a path: http://127.0.0.1:11434 */
  origin: string
}

export interface FoundModel {
  server: LocalServer
  /** For MODEL_BASE_URL, ending in /v1. */
  baseUrl: string
  name: string
  /** The context that the server reports; null when it does not say. */
  contextTokens: number | null
}

/** The default ports of these servers, in order of preference. */
const DEFAULT_CANDIDATES: readonly Candidate[] = [
  { server: 'ollama', origin: 'http://127.0.0.1:11434' },
  { server: 'lm_studio', origin: 'http://127.0.0.1:1234' },
  { server: 'llama_cpp', origin: 'http://127.0.0.1:8080' },
  { server: 'koboldcpp', origin: 'http://127.0.0.1:5001' },
  { server: 'vllm', origin: 'http://127.0.0.1:8000' },
  { server: 'tabby_api', origin: 'http://127.0.0.1:5000' },
]

/** Name patterns of models that do not chat. */
const NON_CHAT_NAME = /embed|minilm|\bbge\b|\bgte\b|\be5\b|rerank|whisper|\btts\b|clip|diffusion|guard/i

/**
 * Looks for a language model on this machine: queries all candidates at once, `timeoutMs` each, and takes the first, in
 * their order, that lists a chat model. Null when there is none; never throws.
 */
export async function discoverLocalModel(
  candidates: readonly Candidate[] = DEFAULT_CANDIDATES,
  timeoutMs = 400,
): Promise<FoundModel | null> {
  const found = await Promise.all(candidates.map((candidate) => probeCandidate(candidate, timeoutMs)))
  return found.find((model) => model !== null) ?? null
}

/** Every server that answers now, with its chat models. Never throws. */
export async function discoverServers(
  candidates: readonly Candidate[] = DEFAULT_CANDIDATES,
  timeoutMs = 1_000,
): Promise<{ server: LocalServer; baseUrl: string; models: string[] }[]> {
  const answers = await Promise.all(
    candidates.map(async ({ server, origin }) => {
      const baseUrl = `${origin}/v1`
      const list = await listModels(baseUrl, null, timeoutMs)
      return { server, baseUrl, models: list && chatNames(list) }
    }),
  )
  return answers.flatMap(({ models, ...one }) => (models === null ? [] : [{ ...one, models }]))
}

/** The first chat model in the list at `baseUrl`/models; null when there is none. */
async function firstChatModel(baseUrl: string, apiKey: string | null, timeoutMs: number): Promise<string | null> {
  return firstChatName((await listModels(baseUrl, apiKey, timeoutMs)) ?? [])
}

/** The list at `baseUrl`/models; null when there is no list. */
export async function listModels(
  baseUrl: string,
  apiKey: string | null,
  timeoutMs: number,
): Promise<Record<string, unknown>[] | null> {
  const list = await fetchJson(`${baseUrl.replace(/\/+$/, '')}/models`, { apiKey, timeoutMs })
  return Array.isArray(list?.data) ? list.data.filter(isObject) : null
}

/** The first of these that can chat. */
export function firstChatName(models: readonly Record<string, unknown>[]): string | null {
  return chatNames(models)[0] ?? null
}

/** Those that can chat. */
function chatNames(models: readonly Record<string, unknown>[]): string[] {
  const names = models.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  return names.filter(canChat)
}

/** Whether a model of this name can chat, as far as the name tells. */
export function canChat(name: string): boolean {
  return name !== '' && !NON_CHAT_NAME.test(name)
}

async function probeCandidate({ server, origin }: Candidate, timeoutMs: number): Promise<FoundModel | null> {
  const baseUrl = `${origin}/v1`
  const name = await firstChatModel(baseUrl, null, timeoutMs)
  if (name === null) return null
  return { server, baseUrl, name, contextTokens: (await CONTEXT_READERS[server]?.(origin, name, timeoutMs)) ?? null }
}

type ContextReader = (origin: string, name: string, timeoutMs: number) => Promise<number | null>

/** Servers that tell the context they really use. */
const CONTEXT_READERS: Partial<Record<LocalServer, ContextReader>> = {
  ollama: (...asked) => readOllamaContext(...asked),
  lm_studio: (...asked) => readLmStudioContext(...asked),
  llama_cpp: (...asked) => readLlamaCppContext(...asked),
  koboldcpp: readKoboldContext,
  tabby_api: readTabbyContext,
}

async function readKoboldContext(origin: string, _name: string, timeoutMs: number): Promise<number | null> {
  return positiveInteger((await fetchJson(`${origin}/api/extra/true_max_context_length`, { timeoutMs }))?.value)
}

async function readTabbyContext(origin: string, _name: string, timeoutMs: number): Promise<number | null> {
  const parameters = (await fetchJson(`${origin}/v1/model`, { timeoutMs }))?.parameters
  return isObject(parameters) ? positiveInteger(parameters.max_seq_len) : null
}

/** Ollama's context when neither the Modelfile nor the running instance says more. */
const OLLAMA_DEFAULT = 4096

/**
 * The context that Ollama really uses: of the loaded model, else of its parameters, else Ollama's default; `otherwise`
 * when no Ollama answers.
 */
export async function readOllamaContext(
  origin: string,
  name: string,
  timeoutMs: number,
  otherwise: number | null = OLLAMA_DEFAULT,
): Promise<number | null> {
  const [running, shown] = await Promise.all([
    fetchJson(`${origin}/api/ps`, { timeoutMs }),
    fetchJson(`${origin}/api/show`, { timeoutMs, body: { model: name } }),
  ])
  const loaded = listOf(running?.models).find((model) => model.name === name || model.model === name)
  const fromParameters = /^\s*num_ctx\s+(\d+)/m.exec(String(shown?.parameters ?? ''))?.[1]
  return (
    positiveInteger(loaded?.context_length) ??
    positiveInteger(Number(fromParameters)) ??
    (shown?.modelfile === undefined ? otherwise : OLLAMA_DEFAULT)
  )
}

/** The context of a model loaded in LM Studio; the maximum it could be loaded with does not count. */
export async function readLmStudioContext(origin: string, name: string, timeoutMs: number): Promise<number | null> {
  const list = await fetchJson(`${origin}/api/v0/models`, { timeoutMs })
  const model = listOf(list?.data).find((candidate) => candidate.id === name)
  return positiveInteger(model?.loaded_context_length) ?? null
}

export async function readLlamaCppContext(
  origin: string,
  _name: string,
  timeoutMs: number,
  apiKey: string | null = null,
): Promise<number | null> {
  const props = await fetchJson(`${origin}/props`, { apiKey, timeoutMs })
  const settings = props?.default_generation_settings
  return positiveInteger(isObject(settings) ? settings.n_ctx : undefined) ?? positiveInteger(props?.n_ctx) ?? null
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function positiveInteger(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
}

/** Fetches a small JSON object; null for anything else, including errors and a timeout of `timeoutMs`. */
async function fetchJson(
  url: string,
  { apiKey = null, timeoutMs, body }: { apiKey?: string | null; timeoutMs: number; body?: unknown },
): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    const value: unknown = response.ok ? await response.json() : null
    await response.body?.cancel().catch(() => undefined)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
