import type { ErrorData } from '@everkin/contract/error-data.ts'
import { ERRORS } from '@everkin/contract/errors.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../app-error.ts'
import { databaseOutageOf, isDatabaseUnavailable, isPassingFailure } from '../db/database-outage.ts'
import type { Log } from '../log.ts'
import { isSystemError } from '../system-error.ts'
import type { Texts } from '../texts.ts'

/** An error on the wire, in an HTTP envelope or in a `nack` or `error` frame. */
export interface WireError {
  http: number
  body: { code: number; msg: string; data: ErrorData }
}

/** Texts that say how many hours to wait, not how many seconds. */
const IN_HOURS = new Set(['fairUse', 'tokenBudget', 'tokenBudgetServer'])

/**
 * The only place where an error becomes code, localised text and data. An unknown error becomes 9000 and is logged with
 * the request's id; an unavailable or overloaded database or a full disk becomes 9002.
 */
export function toWireError(error: unknown, locale: Locale, texts: Texts, log: Log, requestId: string): WireError {
  const known = error instanceof AppError ? error : unknownError(error, log, requestId)
  const { code, http } = ERRORS[known.errorName]
  const translate = texts.translate(locale)
  const facts = known.facts
  const values: Record<string, string | number> = {}
  if (facts && 'retry_after' in facts && facts.retry_after !== undefined) values.count = facts.retry_after
  if (facts && IN_HOURS.has(known.textKey) && 'retry_after' in facts)
    values.count = Math.ceil((facts.retry_after ?? 0) / 3600)
  if (facts && 'tries_left' in facts) values.count = facts.tries_left
  if (facts && 'price' in facts && 'wallet' in facts) {
    values.price = facts.price
    values.balance = facts.wallet.coin_num
  }
  if (known.errorName === 'TooLarge') values.limit = facts && 'limit' in facts ? describeLimit(facts.limit) : ''
  if (known.errorName === 'FileType') values.types = facts && 'accepted' in facts ? facts.accepted.join(', ') : 'JSON'
  return { http, body: { code, msg: translate(`errors.${known.textKey}`, values), data: facts } }
}

/** The disk is full, or cannot be used; or this process has too many files open. */
const DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']

function unknownError(error: unknown, log: Log, requestId: string): AppError {
  if (isDatabaseUnavailable(error)) {
    databaseOutageOf(log).fail(error, { requestId })
    return new AppError('Unavailable', { retry_after: 5 })
  }
  if (isPassingFailure(error)) {
    log.error({ error, requestId }, 'the database did not do what was asked of it')
    return new AppError('Unavailable', { retry_after: 5 })
  }
  if (isSystemError(error, ...DISK_ERRORS)) {
    log.error({ error, requestId }, 'a file could not be read or written')
    return new AppError('Unavailable', { retry_after: 5 })
  }
  log.error({ error, requestId }, 'internal error')
  return new AppError('Internal', { request_id: requestId })
}

function describeLimit(limit: number | undefined): string {
  if (limit === undefined) return ''
  return limit >= 1024 * 1024 ? `${Math.round(limit / 1024 / 1024)} MB` : `${Math.round(limit / 1024)} kB`
}
