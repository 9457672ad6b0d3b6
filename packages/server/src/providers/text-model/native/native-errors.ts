import { APICallError, JSONParseError } from '@ai-sdk/provider'
import { TextModelError } from '../../../modules/models/module.ts'
import { ProviderError } from '../endpoint/post-json.ts'

/**
 * What an error of the SDK means. `failure` is what the connection saw, and the truth if there is any. Errors of the SDK
 * contain the address and the whole request, so none is passed on or named as a cause.
 */
export function toEndpointError(error: unknown, failure: unknown): unknown {
  if (failure !== undefined) return failure
  if (error instanceof ProviderError || error instanceof TextModelError) return error
  const status = statusOf(error)
  if (status === null) return new TextModelError('garbled', { retryable: true })
  return new ProviderError(status, undefined, wordsOf(error))
}

/** Whether an event is empty, or not of a kind that the SDK knows: new kinds may be added at any time. */
export function isUnknownEvent(error: unknown): boolean {
  if (JSONParseError.isInstance(error)) return error.text.trim() === ''
  return error instanceof Error && error.name === 'AI_TypeValidationError'
}

/** An error that the provider sent within the stream has its status, if it says one. */
function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null
  const status = Number(error.statusCode ?? 500)
  return status >= 400 && status < 600 ? status : APICallError.isInstance(error) ? null : 500
}

function wordsOf(error: unknown): string {
  if (APICallError.isInstance(error) && error.responseBody) return error.responseBody
  return error instanceof Error ? error.message : ''
}
