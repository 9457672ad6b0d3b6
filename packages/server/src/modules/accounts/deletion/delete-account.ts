import { onlyRow, type Transaction } from '../../../platform/db/database.ts'
import type { AfterErasure } from '../../../platform/personal-data.ts'
import { keyedHashes } from '../keyed-hash.ts'
import { personFromRow } from '../person.ts'
import { deletePerson, lockPerson } from '../person-store.ts'
import { logSecurityEvent } from '../security-log.ts'
import { noticeMail } from '../security-notice.ts'
import type { AccountServices } from '../services.ts'
import { deviceName } from '../sessions/open-session.ts'
import { selectIdentities } from '../sign-in/identity-store.ts'
import { deleteCountsOf } from '../sign-in/sign-in-store.ts'
import { saveTombstone } from './deleted-account-tombstone.ts'
import { flushErasures, recordErasure } from './erasure-journal.ts'

/**
 * Runs the erase steps of all modules and deletes the person's row, which the caller has locked; sessions, chats and
 * messages go with it. Returns what is to be done after the commit.
 */
export async function erasePersonRows(
  { modules }: Pick<AccountServices, 'modules'>,
  tx: Transaction,
  { id, email }: { id: string; email: string | null },
  now: Date,
): Promise<AfterErasure[]> {
  const after: AfterErasure[] = []
  for (const step of modules.eraseSteps()) {
    const then = await step.run(tx, { id, email }, now)
    if (then) after.push(then)
  }
  await deletePerson(tx, id)
  return after
}

/**
 * Erases a person and all their data in one transaction (D2). The erase steps of the other modules run first; then
 * sessions, chats and messages go with the person's row. Only hashes stay, until they expire: "under 18" flags (A4),
 * and for 30 days the tombstone of the address and identities (AUTH-15). Running replies end and open sockets are
 * closed; the owner is notified by mail. The journal outside the database names the id, for a restore. Calling it twice
 * has no further effect.
 */
export async function deleteAccount(
  services: Pick<
    AccountServices,
    'database' | 'clock' | 'live' | 'appSecret' | 'modules' | 'log' | 'mailer' | 'texts' | 'journal'
  >,
  personId: string,
  userAgent = '',
): Promise<void> {
  const now = services.clock.now()
  const erased = await services.database.transaction(async (tx) => {
    const person = onlyRow(await lockPerson(tx, personId))
    if (!person) return null
    for (const hash of person.email === null ? [] : keyedHashes(services.appSecret, 'email', person.email))
      await deleteCountsOf(tx, hash)
    const identities = await selectIdentities(tx, personId)
    await saveTombstone(services.appSecret, tx, { email: person.email, identities }, now)
    const after = await erasePersonRows(services, tx, person, now)
    await recordErasure(tx, { personId, erasedAt: now })
    after.push(() => flushErasures(services.database, services.journal))
    return { person: personFromRow(person), after }
  })
  services.live.closePerson(personId)
  if (!erased) return
  logSecurityEvent(services, 'account_deleted', { personId })
  for (const then of erased.after)
    await then().catch((error: unknown) =>
      services.log.warn({ error }, 'clean-up after an erasure failed; a recurring job will finish it'),
    )
  const { email, lang, timeZone } = erased.person
  if (email === null) return
  // The account is gone, so the mail cannot be queued for a retry.
  const notice = { kind: 'accountDeleted', provider: null, device: deviceName(userAgent), createdAt: now } as const
  await services.mailer
    .send(noticeMail(notice, { email, lang, timeZone }, services.texts.translate(lang)))
    .catch(() => undefined) // the mailer has logged it
}
