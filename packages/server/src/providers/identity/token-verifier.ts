import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import {
  IdentityKeysUnavailable,
  type IdentityProvider,
  IdentityRejected,
  type IdentityVerifier,
  type VerifiedIdentity,
} from '../../modules/accounts/module.ts'

/** Signatures by which only the issuer can have signed: never none, never a shared secret (AUTH-06). */
const ALGORITHMS = ['RS256', 'ES256']

/**
 * How long ago someone may have signed in at the provider. Firebase's tokens carry no nonce of ours and live an hour;
 * this, and that each is taken once, is what stands against a stolen one.
 */
const MAX_SIGN_IN_AGE_SECONDS = 10 * 60

/** How far the issuer's clock may be off. */
const CLOCK_TOLERANCE_SECONDS = 30

const PROVIDERS = new Map<unknown, IdentityProvider>([
  ['google.com', 'google'],
  ['facebook.com', 'facebook'],
])

/** Whose tokens count, whom they must be meant for, and by which keys they are signed. */
export interface TrustedIssuer {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
}

/** Checks Firebase's identity tokens, and those of any issuer that makes the same. */
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
    // Whatever else can be wrong is wrong with what was sent: even key material that can not be used with its header.
    throw new IdentityRejected()
  }
}

/** A key that the issuer does not have is the token's fault; everything else about fetching keys is not. */
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

/** Of the form that every other address here has. */
function isEmail(email: unknown): email is string {
  return typeof email === 'string' && email.length <= 254 && /^[^\s@\0]+@[^\s@\0]+$/.test(email)
}
