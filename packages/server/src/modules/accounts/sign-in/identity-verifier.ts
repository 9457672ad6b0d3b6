/** The providers that someone can sign in with. */
export type IdentityProvider = 'google' | 'facebook'

/** What a signed token says, once everything about it has been checked. */
export interface VerifiedIdentity {
  issuer: string
  /** The issuer's own name for the person, never given to anyone else. */
  subject: string
  provider: IdentityProvider
  /** In lower case; only worth something where the provider says that it belongs to the person. */
  email: string | null
  isEmailVerified: boolean
  expiresAt: Date
}

/** Checks identity tokens. Types only; `providers/identity` does it. */
export interface IdentityVerifier {
  /**
   * @throws IdentityRefused for a token that is forged, stale, meant for someone else or otherwise not to be believed;
   * IdentityKeysAway when the issuer's keys can not be had.
   */
  verify(idToken: string, now: Date): Promise<VerifiedIdentity>
}

/** A token that proves nothing. It carries no reason: whoever forges one learns nothing from us. */
export class IdentityRejected extends Error {}

/** The keys by which a token could be checked can not be had at the moment. */
export class IdentityKeysUnavailable extends Error {}
