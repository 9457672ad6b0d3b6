import { baseUrlOf, type ConnectionProblem, type ConnectionSettings } from '../../modules/models/module.ts'
import { isCertificateCode } from '../../platform/system-error.ts'
import { isObject, positiveInteger } from './discover.ts'
import { extractMessage, MAX_DETAIL_LENGTH } from './endpoint/provider-errors.ts'
import { redact } from './endpoint/redact.ts'

export interface ListedModel {
  name: string
  contextTokens: number | null
}

/** The list, or why there is none. */
export type ModelList = { models: ListedModel[] } | { problem: ConnectionProblem }

/** Some providers list several hundred models with long descriptions. */
const MAX_LIST_BYTES = 8 * 1024 * 1024
const MAX_MODELS = 1_000
const MAX_NAME_LENGTH = 150
const TIMEOUT_MS = 10_000
/** The fields in which providers list a model's context, actual values before possible ones. */
const CONTEXT_FIELDS = [
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'max_input_tokens',
  'inputTokenLimit',
]

/** Asks for the list of models of a connection. Never throws, unless `signal` ends it. */
export async function listModelsOf(connection: ConnectionSettings, signal: AbortSignal): Promise<ModelList> {
  const baseUrl = baseUrlOf(connection.kind, connection.baseUrl) ?? ''
  const list = await requestList(baseUrl, connection, signal)
  if (!('problem' in list) || list.problem.reason === 'key' || connection.kind !== 'openai_compatible') return list
  if (/\/v\d+/.test(new URL(baseUrl).pathname)) return list
  const isBelow = !('problem' in (await requestList(`${baseUrl}/v1`, connection, signal)))
  return isBelow ? { problem: { reason: 'address', hint: 'version', detail: null } } : list
}

async function requestList(baseUrl: string, connection: ConnectionSettings, signal: AbortSignal): Promise<ModelList> {
  try {
    const response = await fetch(`${baseUrl}/models${QUERIES[connection.kind] ?? ''}`, {
      headers: headersFor(connection),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return readList(response.status, await readText(response), connection)
  } catch (error) {
    signal.throwIfAborted()
    return { problem: connectProblem(error) }
  }
}

const QUERIES: Partial<Record<ConnectionSettings['kind'], string>> = {
  anthropic: '?limit=1000',
  google: '?pageSize=1000',
}

function headersFor({ kind, apiKey }: ConnectionSettings): Record<string, string> {
  if (kind === 'anthropic') return { 'anthropic-version': '2023-06-01', ...(apiKey ? { 'x-api-key': apiKey } : {}) }
  if (!apiKey) return {}
  return kind === 'google' ? { 'x-goog-api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > MAX_LIST_BYTES) break
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function readList(status: number, text: string, { apiKey }: ConnectionSettings): ModelList {
  const document = parse(text)
  const detail = detailOf(document, text, apiKey)
  if (status === 401 || status === 403) return { problem: { reason: 'key', detail } }
  if (status === 402) return { problem: { reason: 'quota', detail } }
  if (status === 429) return { problem: { reason: 'quota', detail } }
  // Google answers a wrong key with 400.
  if (status === 400 && /api[ _-]?key/i.test(text)) return { problem: { reason: 'key', detail } }
  if (status >= 500) return { problem: { reason: 'server', detail } }
  if (status >= 300 && status < 400) return { problem: { reason: 'protocol', hint: 'page', detail: null } }
  if (document === null) return { problem: { reason: 'protocol', hint: 'page', detail: null } }
  const rows = isObject(document) ? (document.data ?? document.models) : document
  if (status >= 400 || !Array.isArray(rows)) return { problem: { reason: 'protocol', hint: 'noList', detail } }
  return { models: rows.filter(isObject).flatMap(toModel).slice(0, MAX_MODELS) }
}

function toModel(row: Record<string, unknown>): ListedModel[] {
  const id = row.id ?? row.name
  if (typeof id !== 'string' || id === '') return []
  const name = id.replace(/^models\//, '')
  if (name.length > MAX_NAME_LENGTH) return []
  const contextTokens = CONTEXT_FIELDS.map((field) => positiveInteger(row[field])).find((tokens) => tokens !== null)
  return [{ name, contextTokens: contextTokens ?? null }]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The provider's message; a web page has none that would help. */
function detailOf(document: unknown, text: string, apiKey: string | null): string | null {
  if (!isObject(document)) return null
  const words = extractMessage(text)
  if (words === text) return null
  const clean = redact(words, apiKey, []).replace(/\s+/g, ' ').trim().slice(0, MAX_DETAIL_LENGTH)
  return clean === '' ? null : clean
}

/** The system's code alone: its message contains the address. */
function connectProblem(error: unknown): ConnectionProblem {
  if (error instanceof Error && error.name === 'TimeoutError') return { reason: 'timeout', detail: null }
  const cause = error instanceof Error ? error.cause : undefined
  const code = isObject(cause) || cause instanceof Error ? Reflect.get(cause, 'code') : undefined
  if (typeof code !== 'string') return { reason: 'address', detail: null }
  return { reason: 'address', detail: code, ...(isCertificateCode(code) && { hint: 'certificate' }) }
}
