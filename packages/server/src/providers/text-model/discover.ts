import { readLlamaCppContext, readLmStudioContext, readOllamaContext } from './discover-context.ts'
import { isObject, readJson } from './read-json.ts'

export type LocalServer = 'ollama' | 'lm_studio' | 'llama_cpp'

/** Where a server may listen. */
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
  /** What the server says it will hold; null when it does not say. */
  contextTokens: number | null
}

/** The ports on which these servers listen unless told otherwise, in the order of our liking. */
export const USUAL_PLACES: readonly Candidate[] = [
  { server: 'ollama', origin: 'http://127.0.0.1:11434' },
  { server: 'lm_studio', origin: 'http://127.0.0.1:1234' },
  { server: 'llama_cpp', origin: 'http://127.0.0.1:8080' },
]

/** Models that do not chat, by the names that their makers give them. */
const NO_CHAT = /embed|minilm|\bbge\b|\bgte\b|\be5\b|rerank|whisper|\btts\b|clip|diffusion|guard/i

/**
 * Looks for a language model on this machine: asks all candidates at once, `timeoutMs` each, and takes the first, in
 * their order, that lists a model that can chat. Null when there is none; never throws.
 */
export async function discoverLocalModel(
  candidates: readonly Candidate[] = USUAL_PLACES,
  timeoutMs = 400,
): Promise<FoundModel | null> {
  const found = await Promise.all(candidates.map((candidate) => lookAt(candidate, timeoutMs)))
  return found.find((model) => model !== null) ?? null
}

/** The first chat model that `baseUrl`/models lists; null when it lists none. */
export async function firstChatModel(
  baseUrl: string,
  apiKey: string | null,
  timeoutMs: number,
): Promise<string | null> {
  return firstChatName((await listModels(baseUrl, apiKey, timeoutMs)) ?? [])
}

/** What `baseUrl`/models lists; null when it gives no list. */
export async function listModels(
  baseUrl: string,
  apiKey: string | null,
  timeoutMs: number,
): Promise<Record<string, unknown>[] | null> {
  const list = await readJson(`${baseUrl.replace(/\/+$/, '')}/models`, { apiKey, timeoutMs })
  return Array.isArray(list?.data) ? list.data.filter(isObject) : null
}

/** The first of these that can chat. */
export function firstChatName(models: readonly Record<string, unknown>[]): string | null {
  const names = models.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  return names.find((name) => name !== '' && !NO_CHAT.test(name)) ?? null
}

async function lookAt({ server, origin }: Candidate, timeoutMs: number): Promise<FoundModel | null> {
  const baseUrl = `${origin}/v1`
  const name = await firstChatModel(baseUrl, null, timeoutMs)
  if (name === null) return null
  const readContext = { ollama: readOllamaContext, lm_studio: readLmStudioContext, llama_cpp: readLlamaCppContext }[
    server
  ]
  return { server, baseUrl, name, contextTokens: await readContext(origin, name, timeoutMs) }
}
