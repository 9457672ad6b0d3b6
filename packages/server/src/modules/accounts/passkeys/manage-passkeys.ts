import { LIMITS } from '@everkin/contract/limits.ts'
import type { Passkey, PasskeyAttestation } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { lockPersonRow, type Person } from '../person.ts'
import { logSecurityEvent } from '../security-log.ts'
import { enqueueNotice } from '../security-notice.ts'
import type { AccountServices } from '../services.ts'
import { assertFreshSignIn } from '../sessions/fresh-sign-in.ts'
import { deviceName } from '../sessions/open-session.ts'
import { CHALLENGE_LIFETIME_MS, consumeChallenge, createChallenge, isOwnChallenge } from './passkey-challenge.ts'
import { deletePasskey, insertPasskey, type PasskeyRow, selectPasskeys, updatePasskeyName } from './passkey-store.ts'

/** ES256, EdDSA and RS256 by their COSE numbers, the best known first; every authenticator has one of them. */
const ALGORITHMS = [-7, -8, -257]

/** The wire form of a passkey. */
export function passkeyView({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

/**
 * What a browser needs to create a passkey for this person. Authenticators that hold one already are excluded.
 * @throws AppError NotAllowed with the reason `fresh_sign_in`.
 */
export async function passkeyOptions(services: AccountServices, person: Person, caller: SignedInCaller) {
  const now = services.clock.now()
  await assertFreshSignIn(services.database, caller.identity, now)
  const known = await selectPasskeys(services.database, person.id)
  const challenge = createChallenge(services, { kind: 'add', personId: person.id }, now)
  return {
    rp: { id: new URL(services.siteUrl()).hostname, name: 'Everkin' },
    user: {
      id: Buffer.from(person.id, 'utf8').toString('base64url'),
      name: person.email ?? (person.nickname || person.id),
      displayName: person.nickname,
    },
    challenge: challenge.toString('base64url'),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_LIFETIME_MS,
    attestation: 'none' as const,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports: transports.split(',').filter((transport) => transport !== ''),
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
  }
}

/**
 * Stores a new passkey and tells the owner by mail. It is named after the browser until the person renames it.
 * @throws AppError NotAllowed with the reason `fresh_sign_in`; IdentityNotValid for an answer that is not a browser's
 * to our own challenge; Conflict with `limit` when there are too many, and for a passkey that is stored already.
 */
export async function addPasskey(
  services: AccountServices,
  attestation: PasskeyAttestation,
  caller: SignedInCaller,
): Promise<Passkey> {
  const { personId, sessionId } = caller.identity
  const site = new URL(services.siteUrl())
  const now = services.clock.now()
  await assertFreshSignIn(services.database, caller.identity, now)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  let challenge = ''
  const answer = await verifyRegistrationResponse({
    response: { ...attestation, clientExtensionResults: {} },
    expectedChallenge: (signed) => {
      challenge = signed
      return isOwnChallenge(services, { kind: 'add', personId }, signed, now)
    },
    expectedOrigin: site.origin,
    expectedRPID: site.hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!answer?.verified) throw new AppError('IdentityNotValid', null, 'passkey')
  const { credential } = answer.registrationInfo
  const added = await services.database.transaction(async (tx) => {
    const person = await lockPersonRow(tx, personId)
    if (!person) throw new AppError('NotSignedIn')
    await consumeChallenge(tx, challenge, now)
    const limit = LIMITS.passkeys
    if ((await selectPasskeys(tx, personId)).length >= limit)
      throw new AppError('Conflict', { limit }, 'tooManyPasskeys')
    const row = onlyRow(
      await insertPasskey(tx, {
        id: newId(now),
        personId,
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: (attestation.response.transports ?? []).join(','),
        name: deviceName(caller.userAgent) || 'Passkey',
        createdAt: now,
      }),
    )
    if (!row) throw new AppError('Conflict', null, 'alreadyDone')
    await enqueueNotice(services, tx, { kind: 'passkeyAdded', person, userAgent: caller.userAgent })
    return row
  })
  logSecurityEvent(services, 'passkey_added', { personId, sessionId })
  return passkeyView(added)
}

/** @throws AppError NotFound for one that is unknown, removed or someone else's. */
export async function renamePasskey(
  services: Pick<AccountServices, 'database'>,
  personId: string,
  passkey: { id: string; name: string },
): Promise<Passkey> {
  const renamed = onlyRow(await updatePasskeyName(services.database, personId, passkey))
  if (!renamed) throw new AppError('NotFound')
  return passkeyView(renamed)
}

/**
 * Removes a passkey and tells the owner by mail.
 * @throws AppError NotAllowed with the reason `fresh_sign_in`; NotFound for one that is unknown or someone else's.
 */
export async function removePasskey(services: AccountServices, id: string, caller: SignedInCaller): Promise<void> {
  const { personId, sessionId } = caller.identity
  await assertFreshSignIn(services.database, caller.identity, services.clock.now())
  await services.database.transaction(async (tx) => {
    const person = await lockPersonRow(tx, personId)
    if (!person) throw new AppError('NotSignedIn')
    if ((await deletePasskey(tx, personId, id)).length === 0) throw new AppError('NotFound')
    await enqueueNotice(services, tx, { kind: 'passkeyRemoved', person, userAgent: caller.userAgent })
  })
  logSecurityEvent(services, 'passkey_removed', { personId, sessionId })
}
