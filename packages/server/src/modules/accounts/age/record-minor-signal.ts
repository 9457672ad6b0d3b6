import type { Transaction } from '../../../platform/db/database.ts'
import { type MinorSignal, nextAgeState, TEEN_AGES, type TeenAge } from '../../safety/module.ts'
import { lockPersonRow, type Person } from '../person.ts'
import type { AccountServices } from '../services.ts'

/** The answer to the message, and help where it asks for it, still arrive. */
const CLOSE_AFTER_MS = 500

/**
 * What someone wrote says that they are under 18 (A6): adult content ends at once, and everything is closed that is
 * closed to people under 18, until an age check. Nothing is deleted, since words can be misread. Of a teen the lowest age
 * counts. An age check is more trustworthy than words, so its result stays. Returns whether anything has changed; the
 * person’s sockets then close within two seconds (A4).
 */
export async function recordMinorSignal(
  services: Pick<AccountServices, 'database' | 'live'> & { settings: Pick<AccountServices['settings'], 'audience'> },
  personId: string,
  { age }: MinorSignal,
): Promise<boolean> {
  const hasChanged = await services.database.transaction(async (tx) => {
    const person = await lockPersonRow(tx, personId)
    if (!person || isVerified(person)) return false
    const ageState = nextAgeState(person.ageState, { kind: 'minor_signal' })
    const teenAge = services.settings.audience === 'adults' ? person.teenAge : lowestOf(person.teenAge, age)
    if (ageState === person.ageState && teenAge === person.teenAge) return false
    await tx.query(
      `update person set age_state = $2, teen_age = $3, nsfw = false, adult_confirmed_at = null,
         user_rev = user_rev + 1 where id = $1`,
      [personId, ageState, teenAge],
    )
    return true
  })
  if (hasChanged) setTimeout(() => services.live.closePerson(personId), CLOSE_AFTER_MS).unref()
  return hasChanged
}

const isVerified = ({ ageState }: Pick<Person, 'ageState'>) =>
  ageState === 'verified_adult' || ageState === 'minor_verified'

function lowestOf(known: TeenAge | null, age: number | null): TeenAge | null {
  if (age === null) return known
  const said = TEEN_AGES.findLast((bucket) => bucket <= Math.max(age, TEEN_AGES[0])) ?? null
  return known !== null && said !== null ? (Math.min(known, said) as TeenAge) : said // the lower of two
}

/**
 * Whether a person may answer the question about their age again, after words that may have been misread: on one's own
 * machine, where no provider checks ages and nobody else could decide (policy 9).
 */
export function canAnswerAgain(
  { settings, ageProvider }: Pick<AccountServices, 'settings' | 'ageProvider'>,
  person: Pick<Person, 'ageState'>,
): boolean {
  return person.ageState === 'minor_suspected' && settings.mode === 'local' && ageProvider === null
}

/** Forgets what someone wrote; they state their age again before the next chat. False where it is more than words. */
export async function clearMinorSignal(tx: Transaction, person: Pick<Person, 'id' | 'ageState'>): Promise<boolean> {
  if (person.ageState !== 'minor_suspected') return false
  const ageState = nextAgeState(person.ageState, { kind: 'support_reset' })
  await tx.query(
    'update person set age_state = $2, age_scope = null, teen_age = null, user_rev = user_rev + 1 where id = $1',
    [person.id, ageState],
  )
  return true
}
