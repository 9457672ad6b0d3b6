import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import {
  IdentityKeysUnavailable,
  type IdentityProvider,
  IdentityRejected,
  type IdentityVerifier,
  type VerifiedIdentity,
} from '../../modules/accounts/module.ts'

/** Signatures that only the issuer can create: never none, never a shared secret (AUTH-06). */
const ALGORITHMS = ['RS256', 'ES256']

/**
 * The oldest accepted sign-in at the provider. Firebase's tokens carry no nonce of ours and are valid for an hour; this
 * limit and the single use of each token protect against a stolen one.
 */
const MAX_SIGN_IN_AGE_SECONDS = 10 * 60

/** The tolerance for the issuer's clock. */
const CLOCK_TOLERANCE_SECONDS = 30

const PROVIDERS = new Map<unknown, IdentityProvider>([
  ['google.com', 'google'],
  ['facebook.com', 'facebook'],
])

/** The accepted issuer, the required audience, and the keys. */
export interface TrustedIssuer {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
}

/** Verifies Firebase's identity tokens, and those of any issuer with the same format. */
export function createTokenVerifier({ issuer, audience, keys }: TrustedIssuer): IdentityVerifier {
  return {
    async verify(idToken, now) {
      const payload = await verifiedPayload(idToken, wrapKeyErrors(keys), { issuer, audience, now })
      return identityOf(payload, issuer, now)
    },
  }
}

async function verifiedPayload(
  idToken: string,
  keys: JWTVerifyGetKey,
  { issuer, audience, now }: { issuer: string; audience: string; now: Date },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    })
    return payload
  } catch (error) {
    if (error instanceof IdentityKeysUnavailable) throw error
    // Any other error is caused by the token, even key material that cannot be used with its header.
    throw new IdentityRejected()
  }
}

/** An unknown key is the token's fault; any other error in fetching keys is not. */
function wrapKeyErrors(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      const isTokensFault =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported
      throw isTokensFault ? error : new IdentityKeysUnavailable()
    }
  }
}

function identityOf(payload: JWTPayload, issuer: string, now: Date): VerifiedIdentity {
  const nowSeconds = now.getTime() / 1000
  const { sub, exp, iat, auth_time: signedInAt, email, email_verified: isEmailVerified, firebase } = payload
  if (!isSubject(sub) || typeof exp !== 'number' || typeof iat !== 'number') throw new IdentityRejected()
  if (iat > nowSeconds + CLOCK_TOLERANCE_SECONDS) throw new IdentityRejected()
  if (typeof signedInAt !== 'number' || signedInAt > nowSeconds + CLOCK_TOLERANCE_SECONDS) throw new IdentityRejected()
  if (signedInAt < nowSeconds - MAX_SIGN_IN_AGE_SECONDS) throw new IdentityRejected()
  const provider = PROVIDERS.get((firebase as { sign_in_provider?: unknown } | null | undefined)?.sign_in_provider)
  if (!provider) throw new IdentityRejected()
  return {
    issuer,
    subject: sub,
    provider,
    email: isEmail(email) ? email.toLowerCase() : null,
    isEmailVerified: isEmailVerified === true,
    expiresAt: new Date((exp + CLOCK_TOLERANCE_SECONDS) * 1000),
  }
}

function isSubject(sub: unknown): sub is string {
  return typeof sub === 'string' && sub !== '' && sub.length <= 255 && !sub.includes('\0')
}

/** Whether it has the form of an email address. */
function isEmail(email: unknown): email is string {
  return typeof email === 'string' && email.length <= 254 && /^[^\s@\0]+@[^\s@\0]+$/.test(email)
}
