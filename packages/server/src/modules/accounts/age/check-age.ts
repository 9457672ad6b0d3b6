import { randomBytes } from 'node:crypto'
import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../../platform/app-error.ts'
import { onlyRow, type Transaction } from '../../../platform/db/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import {
  ageRuleFor,
  isMinor,
  isTooYoung,
  nextAgeState,
  TEEN_AGES,
  type TeenAge,
  teenRuleFor,
} from '../../safety/module.ts'
import { keyedHash } from '../keyed-hash.ts'
import { loadPerson, lockPersonRow, type Person } from '../person.ts'
import type { AccountServices } from '../services.ts'
import { identifyDevice } from '../sessions/device.ts'
import { selectIdentities } from '../sign-in/identity-store.ts'
import { ratingSettingsOf } from '../viewer.ts'
import { AgeCheckRejected, type AgeCheckSecrets, type AgeFinding, AgeProviderUnavailable } from './age-provider.ts'
import { applyMinorState, removeFiles } from './apply-minor-state.ts'
import { deleteUnderageAccount } from './delete-underage-account.ts'
import { deleteMinorFlag } from './minor-flag.ts'

const CHECK_LIFETIME_MS = 10 * MINUTE_MS
const CHECKS_PER_HOUR = { max: 10, windowMs: HOUR_MS }
/** The page to which the provider sends the browser back. */
const RETURN_PATH = '/age-check'

/** What is known of a person's age checks (A7). */
export async function ageCheckInfo(
  services: AccountServices,
  caller: SignedInCaller,
): Promise<ApiData<'GET /api/account/ageCheck'>> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  const { nsfwEnabled, ...rating } = ratingSettingsOf(services.settings)
  const rule = ageRuleFor(caller.country ?? null, { nsfwEnabled, ...rating })
  const result = person.ageCheckedAt && (isMinor(person.ageState) ? 'under_18' : 'adult')
  return {
    provider: services.ageProvider?.name ?? null,
    result,
    checked_at: person.ageCheckedAt?.toISOString() ?? null,
    needed:
      person.ageState === 'minor_suspected' ||
      (nsfwEnabled && rule === 'verified' && person.ageState !== 'verified_adult'),
  }
}

/** Begins a check for this session. @throws AppError NotAllowed where there is no provider, Unavailable. */
export async function startAgeCheck(services: AccountServices, caller: SignedInCaller): Promise<{ url: string }> {
  const { ageProvider, database, limiter, clock, appSecret } = services
  const { personId, sessionId } = caller.identity
  if (!ageProvider) throw new AppError('NotAllowed')
  await limiter.consume(`age-check:${personId}`, CHECKS_PER_HOUR)
  const secrets = secretsOf(services, randomBytes(32).toString('base64url'))
  const url = await ageProvider.urlFor(secrets).catch(toAppError)
  const now = clock.now()
  // Old ones go here, so that nothing needs to be scheduled.
  await database.query('delete from age_check where expires_at <= $1 or session_id = $2', [now, sessionId])
  await database.query(
    'insert into age_check (state_hash, person_id, session_id, expires_at) values ($1, $2, $3, $4)',
    [
      keyedHash(appSecret, 'age-check', secrets.state),
      personId,
      sessionId,
      new Date(now.getTime() + CHECK_LIFETIME_MS),
    ],
  )
  return { url }
}

/**
 * Reads the result and applies it at once: an adult becomes `verified_adult`, someone under 18 `minor_verified` with
 * everything that “Under 18” does (A6). Where teens are served, someone too young loses the account (A8).
 * @throws AppError IdentityNotValid for an answer that is not for a check of this session, was used, or is not valid;
 * Unavailable when the provider fails: the age state stays as it is (M2); AgeNotOpen after an account was deleted.
 */
export async function finishAgeCheck(
  services: AccountServices,
  caller: SignedInCaller,
  { state, ...answer }: { state: string; code: string; iss?: string | undefined },
): Promise<Person> {
  const { ageProvider, database, limiter, clock, appSecret } = services
  const { personId, sessionId } = caller.identity
  if (!ageProvider) throw new AppError('NotAllowed')
  await limiter.consume(`age-check-end:${personId}`, CHECKS_PER_HOUR)
  const now = clock.now()
  const begun = await database.query(
    `delete from age_check where state_hash = $1 and person_id = $2 and session_id = $3 and expires_at > $4 returning 1`,
    [keyedHash(appSecret, 'age-check', state), personId, sessionId, now],
  )
  if (!onlyRow(begun)) throw new AppError('IdentityNotValid')
  const finding = await ageProvider.read(secretsOf(services, state), answer, now).catch(toAppError)
  const deviceHash = await identifyDevice(services, database, caller)
  if (isTooYoungHere(services, finding, caller.country)) {
    await deleteUnderageAccount(services, personId, deviceHash)
    throw new AppError('AgeNotOpen', { reason: 'too_young' })
  }
  return applyFinding(services, personId, finding, deviceHash)
}

/** Nonce and verifier follow from the state and the server's secret, so neither is stored. */
function secretsOf({ appSecret, siteUrl }: AccountServices, state: string): AgeCheckSecrets {
  return {
    redirectUri: new URL(RETURN_PATH, siteUrl()).href,
    state,
    nonce: keyedHash(appSecret, 'age-check-nonce', state).toString('base64url'),
    verifier: keyedHash(appSecret, 'age-check-verifier', state).toString('base64url'),
  }
}

function toAppError(error: unknown): never {
  if (error instanceof AgeProviderUnavailable) throw new AppError('Unavailable')
  if (error instanceof AgeCheckRejected) throw new AppError('IdentityNotValid')
  throw error
}

function isTooYoungHere(
  { settings }: AccountServices,
  finding: AgeFinding,
  country: string | null | undefined,
): boolean {
  const age = teenAgeOf(finding)
  if (settings.audience === 'adults' || age === null) return false
  return isTooYoung(age, teenRuleFor(country, { hasCountryHeader: settings.countryHeader !== null }))
}

function teenAgeOf({ isAdult, age }: AgeFinding): TeenAge | null {
  if (isAdult || age === null) return null
  return TEEN_AGES.findLast((bucket) => bucket <= Math.max(age, TEEN_AGES[0])) ?? null
}

async function applyFinding(
  services: AccountServices,
  personId: string,
  finding: AgeFinding,
  deviceHash: Buffer | null,
): Promise<Person> {
  const { database, clock, live, appSecret, settings } = services
  const now = clock.now()
  const { person, dropped } = await database.transaction(async (tx) => {
    const before = await lockPersonRow(tx, personId)
    if (!before) throw new AppError('NotSignedIn')
    const ageState = nextAgeState(before.ageState, {
      kind: 'age_check',
      result: finding.isAdult ? 'adult' : 'minor',
    })
    const dropped = finding.isAdult ? [] : await applyMinorState(services, tx, before, deviceHash, now)
    if (finding.isAdult) {
      const identities = await selectIdentities(tx, personId)
      await deleteMinorFlag(appSecret, tx, { email: before.email, deviceHash: null, identities })
    }
    const teenAge = settings.audience === 'adults' ? null : (teenAgeOf(finding) ?? before.teenAge)
    await saveResult(tx, personId, { ageState, isAdult: finding.isAdult, teenAge, now })
    return { person: await lockPersonRow(tx, personId), dropped }
  })
  if (!person) throw new AppError('NotSignedIn')
  if (!finding.isAdult) live.closePerson(personId)
  await removeFiles(services, dropped)
  return person
}

async function saveResult(
  tx: Transaction,
  personId: string,
  result: { ageState: string; isAdult: boolean; teenAge: number | null; now: Date },
): Promise<void> {
  await tx.query(
    `update person set age_state = $2, age_checked_at = $3, age_check_method = 'openid', user_rev = user_rev + 1,
       age_scope = case when $4 then nullif(age_scope, 1) else 1 end,
       teen_age = case when $4 then null else $5::smallint end,
       avatar = case when $4 then avatar end, nsfw = nsfw and $4,
       adult_confirmed_at = case when $4 then adult_confirmed_at end
     where id = $1`,
    [personId, result.ageState, result.now, result.isAdult, result.teenAge],
  )
}
