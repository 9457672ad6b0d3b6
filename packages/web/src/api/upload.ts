import type { ApiBody, ApiData, ApiUpload } from '@everkin/contract/api-types.ts'
import { createNetworkError } from './api-error.ts'
import { apiHeaders, openEnvelope, requestLine } from './client.ts'

/** The fields of the form, with files as the browser has them. */
type FormFields<Call extends ApiUpload> = {
  [Field in keyof ApiBody<Call>]: NonNullable<ApiBody<Call>[Field]> extends Uint8Array ? Blob : ApiBody<Call>[Field]
}

interface UploadOptions {
  signal?: AbortSignal
  /** How much of the file has left, from 0 to 1; with 1 the server is reading it. */
  onSent?: (share: number) => void
}

/**
 * Sends a file as a form. Gives the reply's data; throws `ApiError` as `callApi` does, and the signal's own reason when
 * it was aborted.
 */
export function uploadFile<Call extends ApiUpload>(
  call: Call,
  fields: FormFields<Call>,
  { signal, onSent }: UploadOptions = {},
): Promise<ApiData<Call>> {
  const { method, url } = requestLine(call)
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    // `fetch` does not say how much of a body has left.
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open(method, url)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(apiHeaders(undefined))) request.setRequestHeader(name, value)
    if (onSent) {
      request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? Math.min(1, loaded / total) : 0)
      request.upload.onload = () => onSent(1)
    }
    request.onerror = () => reject(createNetworkError())
    request.onabort = () => reject(signal?.reason)
    request.onload = () => {
      try {
        resolve(openEnvelope(call, request.response))
      } catch (error) {
        reject(error)
      }
    }
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    signal?.addEventListener('abort', stop, { once: true })
    request.send(createForm(fields))
  })
}

/** The server reads the fields before the file, since its limits depend on them. */
function createForm(fields: object): FormData {
  const form = new FormData()
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) if (!(value instanceof Blob)) form.append(name, String(value))
  for (const [name, value] of entries) if (value instanceof Blob) form.append(name, value)
  return form
}
