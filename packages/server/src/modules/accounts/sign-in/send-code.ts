import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import { keyedHash } from '../keyed-hash.ts'
import type { AccountServices } from '../services.ts'
import { codeMail } from './code-mail.ts'
import { createCode, hashCode } from './sign-in-code.ts'
import { assertWithinLimits, RETENTION_MS, SEND_LIMITS } from './sign-in-limits.ts'
import { deleteCode, deleteOldCounts, insertCode, lockCounts, type Purpose } from './sign-in-store.ts'

/**
 * Sends a code to an address. Does the same work and gives the same answer whether or not the address has an account
 * (AUTH-05). The previous code becomes invalid, unless this mail cannot be sent.
 * @throws AppError TooManyRequests when a limit is reached, Unavailable when the mail could not be sent.
 */
export async function sendCode(
  services: AccountServices,
  request: { email: string; purpose: Purpose; locale: Locale; network: string },
): Promise<{ resend_after: number; expires_in: number }> {
  const now = services.clock.now()
  const emailHash = keyedHash(services.appSecret, 'email', request.email.toLowerCase())
  const networkHash = keyedHash(services.appSecret, 'network', request.network)
  const code = createCode()
  const { salt, hash } = await hashCode(services, code)

  const stored = await services.database.transaction(async (tx) => {
    await lockCounts(tx, networkHash, emailHash)
    if (services.settings.rateLimits) {
      const hashes = { email_hash: emailHash, network_hash: networkHash }
      await assertWithinLimits(tx, 'sign_in_code', SEND_LIMITS, hashes, now)
    }
    await deleteOldCounts(tx, {
      codes: new Date(now.getTime() - RETENTION_MS.codes),
      failures: new Date(now.getTime() - RETENTION_MS.failures),
    })
    const expiresAt = new Date(now.getTime() + LIMITS.codeLifeMs)
    const tries = LIMITS.codeTries
    const [row] = await insertCode(tx, {
      emailHash,
      networkHash,
      purpose: request.purpose,
      salt,
      hash,
      tries,
      expiresAt,
      now,
    })
    return row
  })

  try {
    const { email: to, purpose, locale } = request
    const mail = { to, code, purpose, locale }
    await services.mailer.send(codeMail(mail, services.texts.translate(request.locale)))
  } catch (error) {
    services.log.warn({ error }, 'a mail could not be sent')
    if (stored) await deleteCode(services.database, stored.id)
    throw new AppError('Unavailable', { retry_after: 5 })
  }
  return { resend_after: LIMITS.codeResendMs / 1000, expires_in: LIMITS.codeLifeMs / 1000 }
}
