import { ADULT_AGE } from '@everkin/contract/limits.ts'
import { HOUR_MS } from '../../../platform/durations.ts'

/** What ties an answer of the provider to the request for it. */
export interface AgeCheckSecrets {
  redirectUri: string
  state: string
  nonce: string
  /** The PKCE code verifier. */
  verifier: string
}

/** What a provider says about a person's age. */
export interface AgeFinding {
  isAdult: boolean
  /** In whole years; null where the provider only says whether they are an adult. Not stored. */
  age: number | null
}

/** The port of age checks: an OpenID Connect provider that returns a claim about the age. */
export interface AgeProvider {
  /** As people see it. */
  name: string
  /** The provider's page for this check. @throws AgeProviderUnavailable. */
  urlFor(secrets: AgeCheckSecrets): Promise<string>
  /**
   * @throws AgeProviderUnavailable where the provider cannot be reached or fails; AgeCheckRejected for an answer that
   * is not valid, is not for this check, or says nothing about the age.
   */
  read(secrets: AgeCheckSecrets, answer: { code: string; iss?: string | undefined }, now: Date): Promise<AgeFinding>
}

const LAST_ZONE_MS = 12 * HOUR_MS

/** Nothing is known about the age: the state of the person stays as it is (M2). */
export class AgeProviderUnavailable extends Error {}
export class AgeCheckRejected extends Error {}

/**
 * Reads a claim: `birthdate` (a date, or a year alone), an age as a number, or a yes or no about being 18. Null where
 * it says nothing. A year alone, or a person who may have had their birthday, counts as the younger age.
 */
export function readAgeClaim(value: unknown, now: Date): AgeFinding | null {
  if (value === true || value === 'true') return { isAdult: true, age: null }
  if (value === false || value === 'false') return { isAdult: false, age: null }
  const age = typeof value === 'string' ? ageOf(value, now) : value
  if (typeof age !== 'number' || !Number.isFinite(age) || age < 0 || age > 150) return null
  return { isAdult: age >= ADULT_AGE, age: Math.floor(age) }
}

/**
 * The age in years, from an age in digits, a date of birth or a year of birth. A birthday counts once it is that day in
 * the last time zone (UTC−12), since it is not known where the person lives.
 */
function ageOf(text: string, now: Date): number | null {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  const [, year, month = 12, day = 31] = (/^(\d{4})(?:-(\d{2})-(\d{2}))?$/.exec(text) ?? []).map(Number)
  if (!year || month < 1 || month > 12 || day < 1 || day > 31) return null
  const last = new Date(now.getTime() - LAST_ZONE_MS)
  const years = last.getUTCFullYear() - year
  const lastMonth = last.getUTCMonth() + 1
  const hadBirthday = lastMonth > month || (lastMonth === month && last.getUTCDate() >= day)
  return hadBirthday ? years : years - 1
}
