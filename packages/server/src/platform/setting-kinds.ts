import { z } from 'zod'

/** The kinds of values that settings have, with the reasons that a refusal gives. */

export const text = z.string().trim().min(1, 'must not be blank').nullable().default(null)
/** A key of this server. */
export const secret = z.string().min(32, 'must have at least 32 characters')
export const onOff = z.enum(['on', 'off'], 'must be on or off')
/** Digits only: `1e3`, `0x10` and a blank are mistakes, not numbers. */
export const wholeNumber = (why: string, maxDigits = 9) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^\\d{1,${maxDigits}}$`), why)
    .transform(Number)
export const price = (fallback: number) =>
  wholeNumber('must be a whole number of coins')
    .refine((coins) => coins > 0, 'must be at least 1')
    .default(fallback)
export const optionalCount = (what: string, max: number) =>
  wholeNumber(`must be a whole number of ${what}`, 12)
    .refine((number) => number > 0 && number <= max, `must be 1 to ${max}`)
    .nullable()
    .default(null)
export const count = (fallback: number) => wholeNumber('must be a whole number').default(fallback)
/**
 * These are used in links and in our own requests, so only http and https are accepted. A link would show a password to
 * everyone, and `fetch` takes none in an address.
 */
export const address = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .refine((value) => !hasCredentials(value), 'must have no user name and no password')
  .nullable()
  .default(null)
export const serviceUrl = (schemes: RegExp, why: string) =>
  z
    .string()
    .regex(schemes, why)
    .refine((value) => URL.canParse(value) && new URL(value).hostname !== '', 'must be a whole address')
    .nullable()
    .default(null)

function hasCredentials(value: string): boolean {
  const { username, password } = URL.canParse(value) ? new URL(value) : { username: '', password: '' }
  return username !== '' || password !== ''
}

/** A client of Redis decodes user name and password, and fails on a lone %; those of other services leave it as it is. */
export const redisUrl = serviceUrl(/^rediss?:\/\//, 'must begin with redis://').refine(
  (value) => value === null || !URL.canParse(value) || isDecodable(new URL(value)),
  'must have %25 for each % of its user name and password',
)

/**
 * The client of the mail server would take any other parameter as an option, such as one that logs what it sends, or that
 * checks no certificate.
 */
export const smtpUrl = serviceUrl(/^smtps?:\/\//, 'must begin with smtp://').refine(
  (value) => value === null || !URL.canParse(value) || /^(\?tls=(optional|required))?$/.test(new URL(value).search),
  'must have no parameter except ?tls=optional or ?tls=required',
)

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username}${password}`)
    return true
  } catch {
    return false
  }
}

export const MAX_PROCESSES = 128
