import { createHash } from 'node:crypto'
import { AppError } from '../../../platform/app-error.ts'
import { onlyRow, type Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { loadPerson, type Person } from '../person.ts'
import { selectPersonByEmail } from '../person-store.ts'
import { logSecurityEvent, withFailuresLogged } from '../security-log.ts'
import type { AccountServices } from '../services.ts'
import { createPerson, findOrCreatePerson } from './create-person.ts'
import { insertIdentity, insertUsedToken, lockIdentity, selectPersonOfIdentity } from './identity-store.ts'
import {
  IdentityKeysUnavailable,
  type IdentityProvider,
  IdentityRejected,
  type VerifiedIdentity,
} from './identity-verifier.ts'
import { type Admission, type Joining, type SignedIn, signInPerson } from './sign-in-person.ts'
import { recordFailure } from './verify-code.ts'

/** The providers by their names on the wire. */
const PROVIDERS = { google: 'google', Facebook: 'facebook' } as const satisfies Record<string, IdentityProvider>

/**
 * Signs in the person that a token of the identity provider names, creating the account when there is none. An existing
 * account is joined only by an address that the provider has verified; an unverified address is not stored. A token
 * opens one session, however long it is valid (AUTH-06).
 * @throws AppError IdentityNotValid for an invalid token, or one that does not match the `uid` or provider; Unavailable
 * while the issuer's keys cannot be fetched; Conflict for an unverified address that has an account; TooManyRequests
 * after too many of those.
 */
export async function firebaseLogin(
  services: AccountServices,
  request: { type: keyof typeof PROVIDERS; uid: string; id_token: string; invite_code?: string | undefined },
  caller: Caller,
): Promise<SignedIn> {
  const about = { network: caller.network, method: PROVIDERS[request.type] }
  const identity = await withFailuresLogged(services, about, async () => {
    const verified = await verifyIdentity(services, request.id_token)
    const isAsked = verified.subject === request.uid && verified.provider === PROVIDERS[request.type]
    if (!isAsked) throw new AppError('IdentityNotValid')
    return verified
  })
  const tokenHash = createHash('sha256').update(request.id_token, 'utf8').digest()
  try {
    return await signInPerson(
      services,
      {
        admit: async (tx, joining) => {
          const used = await insertUsedToken(tx, tokenHash, identity.expiresAt)
          if (used.length === 0) throw new AppError('IdentityNotValid')
          return admitIdentity(services, tx, identity, joining)
        },
        method: identity.provider,
        inviteCode: request.invite_code,
      },
      caller,
    )
  } catch (error) {
    if (error instanceof EmailTaken) return rejectEmail(services, error.email, caller)
    throw error
  }
}

async function verifyIdentity(services: AccountServices, idToken: string): Promise<VerifiedIdentity> {
  if (!services.identities) throw new AppError('IdentityNotValid')
  try {
    return await services.identities.verify(idToken, services.clock.now())
  } catch (error) {
    if (error instanceof IdentityRejected) throw new AppError('IdentityNotValid')
    if (error instanceof IdentityKeysUnavailable) {
      services.log.warn("the identity provider's keys cannot be fetched")
      throw new AppError('Unavailable', { retry_after: 5 })
    }
    throw error
  }
}

/** The address has an account, and the provider has not verified it. */
class EmailTaken extends Error {
  readonly email: string

  constructor(email: string) {
    super('address taken')
    this.email = email
  }
}

async function admitIdentity(
  services: AccountServices,
  tx: Transaction,
  identity: VerifiedIdentity,
  joining: Joining,
): Promise<Admission> {
  await lockIdentity(services.appSecret, tx, identity)
  const known = onlyRow(await selectPersonOfIdentity(tx, identity))
  const person = known && (await loadPerson(tx, known.person_id))
  if (person) return { person, isNew: false }
  const admitted = await createPersonForIdentity(services, tx, identity, joining)
  await insertIdentity(tx, { ...identity, personId: admitted.person.id, now: joining.now })
  if (admitted.isNew) return admitted
  const { provider } = identity
  logSecurityEvent(services, 'identity_linked', { personId: admitted.person.id, method: provider })
  return { ...admitted, notice: { kind: 'identityLinked', provider } }
}

/** The account for an identity that has not signed in before. */
async function createPersonForIdentity(
  services: AccountServices,
  tx: Transaction,
  identity: VerifiedIdentity,
  joining: Joining,
): Promise<{ person: Person; isNew: boolean }> {
  const { email, isEmailVerified } = identity
  if (email !== null && isEmailVerified) return findOrCreatePerson(services, tx, { ...joining, identity, email })
  if (email !== null && onlyRow(await selectPersonByEmail(tx, email))) throw new EmailTaken(email)
  const person = await createPerson(services, tx, { ...joining, identity, email: null })
  if (!person) throw new Error('a person without an address was not created')
  return { person, isNew: true }
}

/** Counts like a wrong guess, so that nobody can use it to find out which addresses have accounts (AUTH-05). */
async function rejectEmail(services: AccountServices, email: string, caller: Caller): Promise<never> {
  const now = services.clock.now()
  await services.database.transaction((tx) => recordFailure(services, tx, { kind: 'password', email }, caller, now))
  throw new AppError('Conflict', null, 'identityAddress')
}
