import type { EmbeddingModel } from '../../modules/memory/module.ts'
import type { Settings } from '../../platform/config.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { createOpenAiCompatibleEmbeddings } from './openai-compatible.ts'

/** The embedding model that the settings name, or null: then memory search uses words only. */
export function chooseEmbeddingModel(
  settings: Pick<Settings, 'embeddingBaseUrl' | 'embeddingApiKey' | 'embeddingName'>,
): EmbeddingModel | null {
  const { embeddingBaseUrl: baseUrl, embeddingApiKey: apiKey, embeddingName: name } = settings
  if (baseUrl === null || name === null) return null
  return withCircuitBreaker(createOpenAiCompatibleEmbeddings({ baseUrl, apiKey, name }))
}
