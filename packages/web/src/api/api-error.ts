import type { ErrorData } from '@everkin/contract/error-data.ts'
import { type ErrorName, errorNameOf } from '@everkin/contract/errors.ts'
import type { TextKey } from '../i18n/text-key.ts'
import type { TextFunction } from '../i18n/use-text.ts'

/** A name of the contract's error table, or `Network` where no reply came. */
type ApiErrorName = ErrorName | 'Network'

/** Why a call failed; `message` is ready to show, in the reader's language. `isApiError` tells it from other errors. */
export class ApiError<Name extends ApiErrorName = ApiErrorName> extends Error {
  override readonly name: Name
  /** The code on the wire; 0 where no reply came. */
  readonly code: number
  readonly data: ErrorData<Name & ErrorName>

  constructor(name: Name, code: number, message: string, data: ErrorData<Name & ErrorName>) {
    super(message)
    this.name = name
    this.code = code
    this.data = data
  }
}

/** An `ApiError` of any name; comparing `name` narrows `data`. */
export type AnyApiError = { [Name in ApiErrorName]: ApiError<Name> }[ApiErrorName]

/** Whether a call failed, and with this name if one is given. */
export function isApiError(error: unknown): error is AnyApiError
export function isApiError<Name extends ApiErrorName>(error: unknown, name: Name): error is ApiError<Name>
export function isApiError(error: unknown, name?: ApiErrorName): boolean {
  return error instanceof ApiError && (name === undefined || error.name === name)
}

/** The envelope of every reply. */
export interface Envelope {
  code: number
  msg: string
  data: unknown
}

export function isEnvelope(reply: unknown): reply is Envelope {
  return (
    reply !== null &&
    typeof reply === 'object' &&
    'code' in reply &&
    typeof reply.code === 'number' &&
    'msg' in reply &&
    typeof reply.msg === 'string' &&
    'data' in reply
  )
}

/** The error that a reply or an event stands for: `Network` for one that is no envelope of ours. */
export function parseApiError(reply: unknown): AnyApiError {
  if (!isEnvelope(reply)) return createNetworkError()
  const { code, msg, data } = reply
  const name = errorNameOf(code) ?? 'Internal'
  return new ApiError(name, code, msg, errorData({ code, data }, name)) as AnyApiError // name and data belong together
}

/** The data of a refusal if it has this name; null for another name. */
export function errorData<Name extends ErrorName>(
  refusal: { code: number; data: unknown },
  name: Name,
): ErrorData<Name> {
  const { code, data } = refusal
  if (typeof data !== 'object' || errorNameOf(code) !== name) return null
  return data as ErrorData<Name> // the server throws an error only with the data of its name
}

let networkMessage = ''

/** Says what to show when no reply comes at all: the one error text that the server can not send. */
export function setNetworkErrorMessage(text: string): void {
  networkMessage = text
}

/** No reply came, or none of ours. */
export function createNetworkError(): ApiError<'Network'> {
  return new ApiError('Network', 0, networkMessage, null)
}

/** What to show of anything thrown: the words of an `ApiError`, and for all else this text. */
export function errorMessage(error: unknown, text: TextFunction, otherwise: TextKey = 'errors.internal'): string {
  return isApiError(error) ? error.message : text(otherwise)
}

/** The same where a text of its own says better than ours that there is no connection. */
export function replyMessage(error: unknown, otherwise: string): string {
  return isApiError(error) && error.name !== 'Network' ? error.message : otherwise
}

/** Whether the server has to know the person's age first. */
export function isAgeUnknown(error: unknown): boolean {
  return isApiError(error, 'AgeNotOpen') && error.data?.reason === 'age_unknown'
}
