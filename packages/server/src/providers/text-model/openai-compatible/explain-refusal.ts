import { TextModelError, type TextModelFault, type TextModelReason } from '../../../domains/chats/text-model.ts'

/** So much of a provider's words is kept. */
export const DETAIL_LENGTH = 300

export interface RedactedRefusal {
  status: number
  retryAfter: string | undefined
  /** All that it says, redacted. */
  words: string
  /** What of it is meant to be read, redacted. */
  message: string
}

/** The error that a refusal is for the rest of the program; `known` where its reason has been found already. */
export function errorOfRefusal(
  { status, retryAfter, words, message }: RedactedRefusal,
  known?: TextModelReason,
): TextModelError {
  const reason = known ?? reasonOf(status, words)
  // Waiting brings no credit back, and makes no prompt shorter.
  const fault = reason === 'credit' || reason === 'too_long' ? 'refused' : faultOfStatus(status)
  return new TextModelError(fault, {
    retryable: fault !== 'refused',
    status,
    reason,
    detail: detailOf(message),
    retryAfterMs: fault === 'rate_limited' ? retryAfterMs(retryAfter) : null,
  })
}

/** Which fault a status is: 429 and 5xx (and what servers use like them) may be asked again, the rest may not. */
function faultOfStatus(status: number): TextModelFault {
  if (status === 429) return 'rate_limited'
  if (status >= 500 || status === 408 || status === 409 || status === 425) return 'overloaded'
  return 'refused'
}

function reasonOf(status: number, words: string): TextModelReason {
  if (status === 401 || /(?:invalid|incorrect|wrong|missing)[^.]{0,20}api[ _-]?key|api[ _-]?key not valid/i.test(words))
    return 'key'
  if (
    status === 402 ||
    /insufficient[ _](?:quota|balance|credit|funds)|exceeded your current quota|credit balance/i.test(words)
  )
    return 'credit'
  if (status === 403) return /api[ _-]?key|permission|credential|unauthori[sz]ed/i.test(words) ? 'key' : 'refused'
  if (status === 429) return 'busy'
  if (status === 408) return 'timeout'
  if (status === 413) return 'too_long'
  if (
    /model[^.]{0,80}(?:not found|does not exist|doesn't exist|not exist|unknown|not available)|(?:unknown|no such|invalid) model/i.test(
      words,
    )
  )
    return 'model'
  if (status === 404 || status === 405) return 'unreachable'
  return status >= 500 || status === 409 || status === 425 ? 'server' : 'refused'
}

function detailOf(message: string): string | null {
  const line = message.replace(/\s+/g, ' ').trim()
  return line === '' ? null : line.slice(0, DETAIL_LENGTH)
}

/** The message within a provider's JSON, else all of its words. */
export function messageIn(words: string): string {
  try {
    const body: unknown = JSON.parse(words)
    for (const path of [['error', 'message'], ['error'], ['message'], ['detail']]) {
      let value: unknown = body
      for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
      if (typeof value === 'string' && value !== '') return value
    }
  } catch {
    // Not JSON, or cut off.
  }
  return /"message": ?"((?:[^"\\]|\\.)+)"/.exec(words)?.[1] ?? words
}

/** Retry-After is seconds or a date. */
function retryAfterMs(header: string | undefined): number | null {
  if (!header) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
