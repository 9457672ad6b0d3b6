export type IdentityProvider = 'google' | 'facebook'

/** The claims of a signed token, fully verified. */
export interface VerifiedIdentity {
  issuer: string
  /** The issuer's id of the person, never reassigned. */
  subject: string
  provider: IdentityProvider
  /** Lower case; meaningful only when the provider has verified it. */
  email: string | null
  isEmailVerified: boolean
  expiresAt: Date
}

/** Verifies identity tokens. Types only; implemented in `providers/identity`. */
export interface IdentityVerifier {
  /**
   * @throws IdentityRejected for a token that is forged, expired, for another audience or otherwise invalid;
   * IdentityKeysUnavailable when the issuer's keys cannot be fetched.
   */
  verify(idToken: string, now: Date): Promise<VerifiedIdentity>
}

/** An invalid token. It carries no reason, so that a forger learns nothing. */
export class IdentityRejected extends Error {}

/** The keys to verify a token cannot be fetched at the moment. */
export class IdentityKeysUnavailable extends Error {}
