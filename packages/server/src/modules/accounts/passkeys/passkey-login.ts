import type { PasskeyAssertion } from '@everkin/contract/types.ts'
import { AppError } from '../../../platform/app-error.ts'
import { onlyRow, type Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { loadPerson } from '../person.ts'
import { withFailuresLogged } from '../security-log.ts'
import type { AccountServices } from '../services.ts'
import { type SignedIn, signInPerson } from '../sign-in/sign-in-person.ts'
import { CHALLENGE_LIFETIME_MS, consumeChallenge, createChallenge, isOwnChallenge } from './passkey-challenge.ts'
import { selectPasskeyByCredential, updatePasskeyUse } from './passkey-store.ts'

const LOGIN = { kind: 'login' } as const

/** What a browser needs to ask for any passkey of this site. It names no account, so it reveals none. */
export function passkeyLoginOptions(services: Pick<AccountServices, 'appSecret' | 'clock' | 'siteUrl'>) {
  return {
    rpId: new URL(services.siteUrl()).hostname,
    challenge: createChallenge(services, LOGIN, services.clock.now()).toString('base64url'),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required' as const,
  }
}

/**
 * Signs in the owner of a passkey. It never creates an account.
 * @throws AppError IdentityNotValid as `verifyPasskey`, and when the passkey was removed meanwhile.
 */
export async function passkeyLogin(
  services: AccountServices,
  passkey: PasskeyAssertion,
  caller: Caller,
): Promise<SignedIn> {
  const about = { network: caller.network, method: 'passkey' }
  return withFailuresLogged(services, about, async () => {
    const used = await verifyPasskey(services, passkey)
    return signInPerson(
      services,
      {
        method: 'passkey',
        admit: async (tx, { now }) => {
          await used.consume(tx, now)
          const person = await loadPerson(tx, used.personId)
          if (!person) throw new AppError('IdentityNotValid', null, 'passkey')
          return { person, isNew: false }
        },
      },
      caller,
    )
  })
}

/** A passkey whose signature is right. */
interface VerifiedPasskey {
  personId: string
  /** Uses up the challenge, in the transaction of what it allows. @throws AppError IdentityNotValid */
  consume(tx: Transaction, now: Date): Promise<void>
}

/**
 * Verifies a passkey's signature over a challenge of ours, from a page of this site, after the device has verified its
 * user.
 * @throws AppError IdentityNotValid, without a reason, for anything else and for an unknown passkey.
 */
export async function verifyPasskey(
  services: Pick<AccountServices, 'appSecret' | 'clock' | 'database' | 'siteUrl'>,
  passkey: PasskeyAssertion,
): Promise<VerifiedPasskey> {
  const site = new URL(services.siteUrl())
  const stored = onlyRow(await selectPasskeyByCredential(services.database, passkey.id))
  const owner = stored && Buffer.from(stored.personId, 'utf8').toString('base64url')
  if (!stored || passkey.response.userHandle !== owner) throw new AppError('IdentityNotValid', null, 'passkey')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  let challenge = ''
  const answer = await verifyAuthenticationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    expectedChallenge: (signed) => {
      challenge = signed
      return isOwnChallenge(services, LOGIN, signed, services.clock.now())
    },
    expectedOrigin: site.origin,
    expectedRPID: site.hostname,
    credential: {
      id: stored.credentialId,
      publicKey: new Uint8Array(stored.publicKey),
      counter: stored.counter,
    },
    requireUserVerification: true,
  }).catch(() => null)
  if (!answer?.verified) throw new AppError('IdentityNotValid', null, 'passkey')
  const { newCounter: counter } = answer.authenticationInfo
  return {
    personId: stored.personId,
    consume: async (tx, now) => {
      await consumeChallenge(tx, challenge, now)
      const used = await updatePasskeyUse(tx, { id: stored.id, counter, now })
      if (used.length === 0) throw new AppError('IdentityNotValid', null, 'passkey')
    },
  }
}
