export type LocalServer = 'ollama' | 'lm_studio' | 'llama_cpp'

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
export const DEFAULT_CANDIDATES: readonly Candidate[] = [
  { server: 'ollama', origin: 'http://127.0.0.1:11434' },
  { server: 'lm_studio', origin: 'http://127.0.0.1:1234' },
  { server: 'llama_cpp', origin: 'http://127.0.0.1:8080' },
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

/** The first chat model in the list at `baseUrl`/models; null when there is none. */
export async function firstChatModel(
  baseUrl: string,
  apiKey: string | null,
  timeoutMs: number,
): Promise<string | null> {
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
  const names = models.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  return names.find((name) => name !== '' && !NON_CHAT_NAME.test(name)) ?? null
}

async function probeCandidate({ server, origin }: Candidate, timeoutMs: number): Promise<FoundModel | null> {
  const baseUrl = `${origin}/v1`
  const name = await firstChatModel(baseUrl, null, timeoutMs)
  if (name === null) return null
  const readContext = { ollama: readOllamaContext, lm_studio: readLmStudioContext, llama_cpp: readLlamaCppContext }[
    server
  ]
  return { server, baseUrl, name, contextTokens: await readContext(origin, name, timeoutMs) }
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
export async function fetchJson(
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
