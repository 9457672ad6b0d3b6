import {
  firstChatName,
  listModels,
  positiveInteger,
  readLlamaCppContext,
  readLmStudioContext,
  readOllamaContext,
} from './discover.ts'

export interface EndpointInfo {
  /** Whether the address lists models. */
  isListed: boolean
  firstModel: string | null
  /** The address lists no models, but does with `/v1` appended. */
  lacksVersion: boolean
  /** The context that the server reports for the model; null when it does not say. */
  contextTokens: number | null
}

const TIMEOUT_MS = 3000
/** The fields in which providers list a model's context, actual values before possible ones. */
const CONTEXT_FIELDS = ['max_model_len', 'context_length', 'context_window', 'max_context_length', 'max_input_tokens']

/** Queries a configured endpoint before the first request to its model. Never throws. */
export async function probeEndpoint(
  baseUrl: string,
  apiKey: string | null,
  name: string | null,
): Promise<EndpointInfo> {
  const base = baseUrl.replace(/\/+$/, '')
  const models = await listModels(base, apiKey, TIMEOUT_MS)
  if (models === null) {
    const hasVersion = /\/v\d+/.test(new URL(base).pathname)
    const lacksVersion = !hasVersion && (await listModels(`${base}/v1`, apiKey, TIMEOUT_MS)) !== null
    return { isListed: false, firstModel: null, lacksVersion, contextTokens: null }
  }
  const firstModel = firstChatName(models)
  const chosen = name ?? firstModel
  return {
    isListed: true,
    firstModel,
    lacksVersion: false,
    contextTokens: chosen === null ? null : await readContext(base, apiKey, models, chosen),
  }
}

/** The context that a local server really uses takes precedence over the model's listed maximum. */
async function readContext(
  base: string,
  apiKey: string | null,
  models: readonly Record<string, unknown>[],
  name: string,
): Promise<number | null> {
  const origin = base.replace(/\/v1$/, '')
  const given = await Promise.all([
    readLlamaCppContext(origin, name, TIMEOUT_MS, apiKey),
    readLmStudioContext(origin, name, TIMEOUT_MS),
    readOllamaContext(origin, name, TIMEOUT_MS, null),
  ])
  const model = models.find(({ id }) => id === name)
  const listed = CONTEXT_FIELDS.map((field) => positiveInteger(model?.[field]))
  return [...given, ...listed].find((tokens) => tokens !== null) ?? null
}
