import type { Locale } from '@everkin/contract/locales.ts'
import type { PasskeyAssertion } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../../../platform/app-error.ts'
import type { SignedInCaller } from '../../../platform/http/caller.ts'
import { verifyPasskey } from '../passkeys/passkey-login.ts'
import { loadPerson } from '../person.ts'
import { logSecurityEvent, withFailuresLogged } from '../security-log.ts'
import type { AccountServices } from '../services.ts'
import { markFreshSignIn } from '../sessions/fresh-sign-in.ts'
import { sendCode } from './send-code.ts'
import { consumeCode, verifyCode } from './verify-code.ts'

/**
 * Sends a code for `confirmIdentity` to the account's own address.
 * @throws AppError NotAllowed for an account without one; TooManyRequests, InvalidInput and Unavailable as `sendCode`.
 */
export async function sendConfirmCode(services: AccountServices, locale: Locale, caller: SignedInCaller) {
  const email = await addressOf(services, caller)
  return sendCode(services, { email, purpose: 'confirm', locale }, caller)
}

/**
 * Lets a signed-in person prove again who they are, by a code or a passkey; for the next minutes the session may then
 * do what needs a fresh sign-in.
 * @throws AppError InvalidInput without either; NotAllowed for a code without an address; WrongCode, CodeExpired,
 * TooManyRequests as `verifyCode`; IdentityNotValid as `verifyPasskey`, and for someone else's passkey.
 */
export async function confirmIdentity(
  services: AccountServices,
  proof: {
    code?: string | undefined
    challenge?: string | undefined
    passkey?: PasskeyAssertion | undefined
  },
  caller: SignedInCaller,
): Promise<void> {
  const { personId, sessionId } = caller.identity
  const method = proof.passkey ? 'passkey' : 'confirm'
  await withFailuresLogged(services, { personId, network: caller.network, method }, async () => {
    if (proof.passkey) {
      const used = await verifyPasskey(services, proof.passkey)
      if (used.personId !== personId) throw new AppError('IdentityNotValid', null, 'passkey')
      const now = services.clock.now()
      await services.database.transaction(async (tx) => {
        await used.consume(tx, now)
        await markFreshSignIn(tx, sessionId, now)
      })
    } else {
      if (proof.code === undefined) throw invalidInput('code', 'required')
      const email = await addressOf(services, caller)
      const typed = { email, purpose: 'confirm', code: proof.code, challenge: proof.challenge } as const
      const right = await verifyCode(services, typed, caller)
      const now = services.clock.now()
      await services.database.transaction(async (tx) => {
        await consumeCode(tx, right, now)
        await markFreshSignIn(tx, sessionId, now)
      })
    }
  })
  logSecurityEvent(services, 'identity_confirmed', { personId, sessionId, method })
}

async function addressOf(services: AccountServices, caller: SignedInCaller): Promise<string> {
  const person = await loadPerson(services.database, caller.identity.personId)
  if (!person) throw new AppError('NotSignedIn')
  if (person.email === null) throw new AppError('NotAllowed')
  return person.email
}
