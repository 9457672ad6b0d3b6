import { AppError } from '../../../platform/app-error.ts'
import { onlyRow, type Queryable } from '../../../platform/db/database.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { lockPersonRow } from '../person.ts'
import { logSecurityEvent } from '../security-log.ts'
import { enqueueNotice } from '../security-notice.ts'
import type { AccountServices } from '../services.ts'
import { assertFreshSignIn } from '../sessions/fresh-sign-in.ts'
import { deleteIdentities, selectIdentities } from './identity-store.ts'
import type { IdentityProvider } from './identity-verifier.ts'
import { selectPassword } from './password-store.ts'

/** How the person can sign in to this account, besides a code to its address. */
export async function loadSignInMethods(
  db: Queryable,
  personId: string,
): Promise<{ password: boolean; google: boolean; facebook: boolean }> {
  const identities = await selectIdentities(db, personId)
  const providers = new Set(identities.map(({ provider }) => provider))
  const password = onlyRow(await selectPassword(db, personId)) !== null
  return { password, google: providers.has('google'), facebook: providers.has('facebook') }
}

/** The sign-in methods for the personal data export: never the password or its hash. */
export async function exportSignInMethods(db: Queryable, personId: string) {
  const password = onlyRow(await selectPassword(db, personId))
  return { password_set_at: password?.set_at ?? null, identities: await selectIdentities(db, personId) }
}

/**
 * Ends signing in with Google or Facebook, and tells the owner by mail. A later sign-in with the same verified address
 * links it again.
 * @throws AppError NotAllowed for an account without an address, which nothing else would open, and with the reason
 * `fresh_sign_in`; NotFound when the provider is not linked.
 */
export async function unlinkIdentity(
  services: AccountServices,
  provider: IdentityProvider,
  caller: SignedInCaller,
): Promise<void> {
  const { personId, sessionId } = caller.identity
  await assertFreshSignIn(services.database, caller.identity, services.clock.now())
  await services.database.transaction(async (tx) => {
    const person = await lockPersonRow(tx, personId)
    if (!person) throw new AppError('NotSignedIn')
    if (person.email === null) throw new AppError('NotAllowed', null, 'lastWayIn')
    if ((await deleteIdentities(tx, personId, provider)).length === 0) throw new AppError('NotFound')
    await enqueueNotice(services, tx, { kind: 'identityUnlinked', person, provider, userAgent: caller.userAgent })
  })
  logSecurityEvent(services, 'identity_unlinked', { personId, sessionId, method: provider })
}
