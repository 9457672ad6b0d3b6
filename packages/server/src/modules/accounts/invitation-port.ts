import type { Queryable, Transaction } from '../../platform/db/database.ts'

/** A person who signs in with an invitation code. */
export interface InvitationClaim {
  code: string
  personId: string
  deviceHash: Buffer | null
  network: string
  now: Date
}

/** The result: a gift, a gift that is held for a check, or the reason for a refusal (codes of the error table). */
export interface ClaimAnswer {
  gift: { coin_num: number; message_num: number } | null
  gift_held: boolean
  gift_refused: 4001 | 4002 | null
}

/**
 * What sign-in needs from the invitations module, which is above this one. Types only; implemented in
 * `invitations/revoke-minor-gifts.ts`.
 */
export interface Invitations {
  /**
   * Never throws for a claim that is refused, so that the sign-in still succeeds. Runs in the transaction of the
   * sign-in.
   */
  claim(tx: Transaction, claim: InvitationClaim): Promise<ClaimAnswer>
  /** Revokes the unspent part of a gift and withdraws open invitations, once the person says they are under 18. */
  revokeForMinor(tx: Transaction, personId: string, now: Date): Promise<void>
  /** Gives a device another hash. */
  replaceDevice(db: Queryable, from: Uint8Array, to: Uint8Array): Promise<void>
}
