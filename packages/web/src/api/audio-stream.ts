import { ApiError, apiHeaders, createNetworkError } from './client.ts'

/**
 * Opens a reply that is sound and comes as it is made. Throws `ApiError` for every other answer and for none; an aborted
 * call rejects with the signal's own reason.
 */
export async function openAudioStream(url: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  let response: Response
  try {
    response = await fetch(url, { headers: apiHeaders(undefined), signal, credentials: 'same-origin' })
  } catch (error) {
    throw signal.aborted ? error : createNetworkError()
  }
  if (response.ok && response.body && response.headers.get('content-type') === 'audio/mpeg') return response.body
  const apiError = ApiError.fromReply(await response.json().catch(() => null))
  throw apiError ?? createNetworkError()
}
