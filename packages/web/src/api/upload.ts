import type { ApiBody, ApiData, ApiUpload } from '@everkin/contract/api-types.ts'
import { createNetworkError } from './api-error.ts'
import { apiHeaders, openEnvelope, requestLine } from './client.ts'

/** The fields of the form, with files in the browser's type. */
type FormFields<Call extends ApiUpload> = {
  [Field in keyof ApiBody<Call>]: NonNullable<ApiBody<Call>[Field]> extends Uint8Array ? Blob : ApiBody<Call>[Field]
}

interface UploadOptions {
  signal?: AbortSignal
  /** Share of the file that has been sent, from 0 to 1; at 1 the server is processing it. */
  onSent?: (share: number) => void
}

/**
 * Uploads a file as a form and returns the response's data. Throws `ApiError` as `callApi` does, and the signal's
 * reason if it was aborted.
 */
export function uploadFile<Call extends ApiUpload>(
  call: Call,
  fields: FormFields<Call>,
  { signal, onSent }: UploadOptions = {},
): Promise<ApiData<Call>> {
  const { method, url } = requestLine(call)
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    // `fetch` does not report upload progress.
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

/** Puts the fields before the file, because the server's limits for the file depend on them. */
function createForm(fields: object): FormData {
  const form = new FormData()
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) if (!(value instanceof Blob)) form.append(name, String(value))
  for (const [name, value] of entries) if (value instanceof Blob) form.append(name, value)
  return form
}
