import { ApiError, callHeaders, networkFailure } from './call.ts'

/**
 * Opens a reply that is sound and comes as it is made. Throws `ApiError` for every other answer and for none; an aborted
 * call rejects with the signal's own reason.
 */
export async function openSound(url: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  let response: Response
  try {
    response = await fetch(url, { headers: callHeaders(undefined), signal, credentials: 'same-origin' })
  } catch (error) {
    throw signal.aborted ? error : networkFailure()
  }
  if (response.ok && response.body && response.headers.get('content-type') === 'audio/mpeg') return response.body
  const refusal = ApiError.of(await response.json().catch(() => null))
  throw refusal ?? networkFailure()
}
