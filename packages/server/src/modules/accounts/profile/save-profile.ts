import { isBlank } from '@everkin/contract/is-blank.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError, invalidInput, stoppedSave } from '../../../platform/app-error.ts'
import { onlyRow, type Transaction } from '../../../platform/db/database.ts'
import { claimAvatar } from '../../media/module.ts'
import {
  type AgeScope,
  type AgeState,
  assertModelPasses,
  isMinor,
  isTooYoung,
  nextAgeState,
  recordVerdict,
  screenText,
  type TeenAge,
  teenRuleFor,
} from '../../safety/module.ts'
import { applyMinorState, removeFiles } from '../age/apply-minor-state.ts'
import { deleteUnderageAccount } from '../age/delete-underage-account.ts'
import { hasMinorFlag, type MinorFlagKeys } from '../age/minor-flag.ts'
import { canAnswerAgain } from '../age/record-minor-signal.ts'
import { loadPerson, type Person, personFromRow } from '../person.ts'
import { lockPerson, updateProfile } from '../person-store.ts'
import type { AccountServices } from '../services.ts'

export interface Profile {
  nickname?: string | undefined
  gender?: 0 | 1 | 2 | null | undefined
  /** Null is no answer: it leaves what the person has said before. */
  age_scope?: AgeScope | null | undefined
  /** Asked after “Under 18” where teens are served; ignored elsewhere. */
  teen_age?: TeenAge | null | undefined
  avatar?: string | null | undefined
  lang?: Locale | undefined
}

/** Images of this site, by path. A remote address would tell its owner who loads it (no remote loads). */
const UPLOADED_AVATAR = /^\/(pictures|media)\/[\w./-]+$/

/**
 * Saves the profile; omitted fields stay unchanged, except that a first profile needs a nickname, a gender and an age
 * (each may be null but the nickname). "Under 18" is permanent. It turns adult content off, revokes the
 * unspent part of an invitation's gift, removes the avatar (no faces of minors are shown) and closes the open sockets
 * (A4, A5, A6), and makes their cards private. Where teens are served, a person who says that they are too young
 * loses the account at once (A8). An earlier "under 18" flag of the address or browser counts as saying it again. A new
 * avatar replaces the old one, whose file is deleted.
 * @throws AppError InvalidInput for a blank nickname, an incomplete first profile, or an avatar that is remote or someone
 * else's; SafetyStop for a nickname that the rules block (B6); AgeNotOpen after the account of a person who is too young
 * was deleted; NotSignedIn when the person no longer exists.
 */
export async function saveProfile(
  services: AccountServices,
  personId: string,
  profile: Profile,
  { deviceHash, country }: { deviceHash: Buffer | null; country: string | null | undefined },
): Promise<Person> {
  if (profile.nickname !== undefined && isBlank(profile.nickname)) throw invalidInput('nickname', 'required')
  if (profile.avatar && (!UPLOADED_AVATAR.test(profile.avatar) || profile.avatar.includes('..')))
    throw invalidInput('avatar')
  const now = services.clock.now()
  if (isTooYoungFor(services, profile, country)) {
    await deleteUnderageAccount(services, personId, deviceHash)
    throw new AppError('AgeNotOpen', { reason: 'too_young' })
  }
  if (profile.nickname !== undefined) await moderateNickname(services, personId, profile.nickname, now)

  const { saved, isNewlyMinor, dropped } = await services.database.transaction(async (tx) => {
    const row = onlyRow(await lockPerson(tx, personId))
    if (!row) throw new AppError('NotSignedIn')
    const person = personFromRow(row)
    if (person.nickname === '') assertComplete(profile)
    const ageState = await ageStateAfter(services, tx, person, profile.age_scope ?? null, deviceHash)
    const isUnder18 = isMinor(ageState)
    const dropped: string[] = []
    if (isUnder18 && ageState !== 'minor_suspected')
      dropped.push(...(await applyMinorState(services, tx, person, deviceHash, now)))
    const { ageScope, avatar } = answersAllowed(person, ageState, profile)
    if (!isUnder18 && avatar !== undefined) dropped.push(...(await claimAvatar(tx, personId, avatar)))
    const saved = onlyRow(
      await updateProfile(tx, personId, {
        nickname: profile.nickname ?? person.nickname,
        gender: profile.gender === undefined ? person.gender : profile.gender,
        ageScope,
        ageState,
        teenAge: isUnder18 ? lowestTeenAge(services, person, profile) : null,
        avatar: avatar === undefined ? person.avatar : avatar,
        lang: profile.lang ?? person.lang,
        nsfw: person.nsfw && !isUnder18,
        adultConfirmedAt: isUnder18 ? null : person.adultConfirmedAt,
      }),
    )
    return { saved, isNewlyMinor: isUnder18 && !isMinor(person.ageState), dropped }
  })
  if (!saved) throw new AppError('NotSignedIn')
  if (isNewlyMinor) services.live.closePerson(personId)
  await removeFiles(services, dropped)
  return personFromRow(saved)
}

/**
 * What is saved of the answers that the age state decides about. An undefined avatar stays as it is. Nothing of a
 * suspected minor is changed: what they wrote may have been misread (A6).
 */
function answersAllowed(
  person: Pick<Person, 'ageScope'>,
  ageState: AgeState,
  profile: Profile,
): { ageScope: AgeScope | null; avatar: string | null | undefined } {
  if (ageState === 'minor_suspected') return { ageScope: person.ageScope, avatar: undefined }
  if (isMinor(ageState)) return { ageScope: 1, avatar: null }
  return { ageScope: profile.age_scope ?? person.ageScope, avatar: profile.avatar }
}

function assertComplete(profile: Profile): void {
  for (const field of ['nickname', 'gender', 'age_scope'] as const)
    if (profile[field] === undefined) throw invalidInput(field, 'required')
}

/** The youngest answer counts: nobody becomes older by answering again (A4). */
function lowestTeenAge(
  { settings }: Pick<AccountServices, 'settings'>,
  person: Pick<Person, 'teenAge'>,
  { age_scope, teen_age: answer }: Profile,
): TeenAge | null {
  if (settings.audience === 'adults' || age_scope !== 1 || answer == null) return person.teenAge
  return person.teenAge !== null && person.teenAge < answer ? person.teenAge : answer
}

/** Whether the answer says that the person is too young where they are. Only asked where teens are served. */
function isTooYoungFor(
  { settings }: Pick<AccountServices, 'settings'>,
  { age_scope, teen_age }: Profile,
  country: string | null | undefined,
): boolean {
  if (settings.audience === 'adults' || age_scope !== 1 || teen_age == null) return false
  return isTooYoung(teen_age, teenRuleFor(country, { hasCountryHeader: settings.countryHeader !== null }))
}

async function ageStateAfter(
  services: Pick<AccountServices, 'appSecret' | 'clock' | 'settings' | 'ageProvider'>,
  tx: Transaction,
  person: Person,
  ageScope: AgeScope | null,
  deviceHash: Buffer | null,
): Promise<AgeState> {
  if (ageScope === null) return person.ageState
  if (ageScope !== 1 && canAnswerAgain(services, person)) return 'declared_adult'
  const by: MinorFlagKeys = { email: person.email, deviceHash }
  const isMarked =
    person.ageState === 'unknown' && (await hasMinorFlag(services.appSecret, tx, by, services.clock.now()))
  return nextAgeState(person.ageState, { kind: 'profile', ageScope: isMarked ? 1 : ageScope })
}

/**
 * The moderation model reads a nickname only when it has changed. While it gives no verdicts, the local rules stand
 * alone, for teens too: the answer about the age, which comes with it, must not wait (A3).
 */
async function moderateNickname(
  services: Pick<AccountServices, 'database' | 'clock' | 'moderator'>,
  personId: string,
  nickname: string,
  now: Date,
): Promise<void> {
  const verdict = screenText(nickname, { surface: 'nickname', adultMode: false })
  await recordVerdict(services.database, { surface: 'nickname', ref: null, verdict, now })
  if (verdict.kind === 'blocked') throw stoppedSave(verdict.category)
  if ((await loadPerson(services.database, personId))?.nickname === nickname) return
  await assertModelPasses(services, { text: nickname, surface: 'nickname', ref: null })
}
