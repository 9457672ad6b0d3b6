import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { AddressRejected } from '../mailer.ts'
import { logSecurityEvent, withFailuresLogged } from '../security-log.ts'
import type { AccountServices } from '../services.ts'
import { hashSecret } from '../sessions/identify.ts'
import { ensureChallenge } from '../sessions/session-cookies.ts'
import { codeMail } from './code-mail.ts'
import { createCode, hashCode } from './sign-in-code.ts'
import { assertCanSendCode, loadCountedCaller, RETENTION_MS } from './sign-in-limits.ts'
import { deleteCode, deleteOldCounts, insertCode, lockCounts, type Purpose, retireCode } from './sign-in-store.ts'

interface SentCode {
  resend_after: number
  expires_in: number
  challenge?: string
}

/**
 * Sends a code to an address. Does the same work and gives the same answer whether or not the address has an account
 * (AUTH-05). The code can only be used by the browser that asked, which gets a challenge in a cookie; other clients get
 * it in the reply. The browser's previous code for this address becomes invalid, unless this mail cannot be sent; codes
 * that anybody else has asked for stay valid. A mail to an address that is rejected counts as sent, so that the limits
 * also hold for trying out which mailboxes exist.
 * @throws AppError TooManyRequests when a limit is reached, InvalidInput when the mail server rejects the address for
 * good, Unavailable when the mail could not be sent for another reason.
 */
export async function sendCode(
  services: AccountServices,
  request: { email: string; purpose: Purpose; locale: Locale },
  caller: Pick<Caller, 'network' | 'cookies' | 'isBrowser' | 'isSecure' | 'setCookie'>,
): Promise<SentCode> {
  const now = services.clock.now()
  const code = createCode()
  const { salt, hash } = await hashCode(services, code)
  const challenge = ensureChallenge(caller)

  const about = { email: request.email, network: caller.network, method: request.purpose }
  const stored = await withFailuresLogged(services, about, () =>
    services.database.transaction(async (tx) => {
      const by = await loadCountedCaller(services, tx, request.email, caller)
      await lockCounts(tx, by.networkHash, by.emailHash)
      if (services.settings.rateLimits) await assertCanSendCode(tx, by, now)
      await deleteOldCounts(tx, {
        codes: new Date(now.getTime() - RETENTION_MS.codes),
        failures: new Date(now.getTime() - RETENTION_MS.failures),
      })
      const expiresAt = new Date(now.getTime() + LIMITS.codeLifeMs)
      const tries = LIMITS.codeTries
      const challengeHash = hashSecret(challenge)
      const [row] = await insertCode(tx, {
        ...by,
        challengeHash,
        purpose: request.purpose,
        salt,
        hash,
        tries,
        expiresAt,
        now,
      })
      return row
    }),
  )

  const { email: to, purpose, locale } = request
  const mail = codeMail({ to, code, purpose, locale }, services.texts.translate(locale))
  try {
    await services.mailer.send(mail)
  } catch (error) {
    if (error instanceof AddressRejected) {
      if (stored) await retireCode(services.database, stored.id)
      const key = purpose === 'confirm' ? 'ownAddressRejected' : 'addressRejected'
      throw new AppError('InvalidInput', { issues: [{ path: 'email', message: 'rejected' }] }, key)
    }
    if (stored) await deleteCode(services.database, stored.id)
    throw new AppError('Unavailable', { retry_after: 5 })
  }
  logSecurityEvent(services, 'code_sent', about)
  return {
    resend_after: LIMITS.codeResendMs / 1000,
    expires_in: LIMITS.codeLifeMs / 1000,
    ...(caller.isBrowser ? {} : { challenge }),
  }
}
