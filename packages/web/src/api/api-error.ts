import type { ErrorData } from '@everkin/contract/error-data.ts'
import { type ErrorName, errorNameOf } from '@everkin/contract/errors.ts'
import type { TextFunction } from '../i18n/page-translator.ts'
import type { TextKey } from '../i18n/text-key.ts'

/** A name in the contract's error table, or `Network` if no response arrived. */
type ApiErrorName = ErrorName | 'Network'

/** A failed call; `message` can be shown to the reader. Use `isApiError` to distinguish it from other errors. */
export class ApiError<Name extends ApiErrorName = ApiErrorName> extends Error {
  override readonly name: Name
  /** The code on the wire; 0 if no response arrived. */
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

/** Whether an error is an `ApiError`, with this name if one is given. */
export function isApiError(error: unknown): error is AnyApiError
export function isApiError<Name extends ApiErrorName>(error: unknown, name: Name): error is ApiError<Name>
export function isApiError(error: unknown, name?: ApiErrorName): boolean {
  return error instanceof ApiError && (name === undefined || error.name === name)
}

/** The envelope of every JSON response. */
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

/** Parses the error of a response or an event; anything that is not an envelope becomes `Network`. */
export function parseApiError(reply: unknown): AnyApiError {
  if (!isEnvelope(reply)) return createNetworkError()
  const { code, msg, data } = reply
  const name = errorNameOf(code) ?? 'Internal'
  return new ApiError(name, code, msg, errorData({ code, data }, name)) as AnyApiError // name and data belong together
}

/** The data of an error if it has this name, otherwise null. */
export function errorData<Name extends ErrorName>(
  refusal: { code: number; data: unknown },
  name: Name,
): ErrorData<Name> {
  const { code, data } = refusal
  if (typeof data !== 'object' || errorNameOf(code) !== name) return null
  return data as ErrorData<Name> // the server only throws an error with the data of its name
}

let networkMessage = ''

/** Sets the message for missing responses: the only error text that the server cannot send. */
export function setNetworkErrorMessage(text: string): void {
  networkMessage = text
}

/** The error for a missing response, or for one that is not from our server. */
export function createNetworkError(): ApiError<'Network'> {
  return new ApiError('Network', 0, networkMessage, null)
}

/** The message of an `ApiError`, or the given text for anything else. */
export function errorMessage(error: unknown, text: TextFunction, otherwise: TextKey = 'errors.internal'): string {
  return isApiError(error) ? error.message : text(otherwise)
}

/** Like `errorMessage`, but also uses the given text when there is no connection. */
export function replyMessage(error: unknown, otherwise: string): string {
  return isApiError(error) && error.name !== 'Network' ? error.message : otherwise
}

/** Whether the server needs the person's age first. */
export function isAgeUnknown(error: unknown): boolean {
  return isApiError(error, 'AgeNotOpen') && error.data?.reason === 'age_unknown'
}
