import type { Transaction } from '../../platform/db/database.ts'

/** Someone who comes in with the code of an invitation. */
export interface InvitationClaim {
  code: string
  personId: string
  deviceHash: Buffer | null
  network: string
  now: Date
}

/** What became of it: a gift, a gift that waits for a check, or why there is none (codes of the error table). */
export interface ClaimAnswer {
  gift: { coin_num: number; message_num: number } | null
  gift_held: boolean
  gift_refused: 4001 | 4002 | null
}

/** What signing in asks of invitations, which lie above. Types only; `invitations/invitations.ts` does it. */
export interface Invitations {
  /** Never throws for a claim that brings nothing: who signs in is signed in. Runs in the transaction of the sign-in. */
  claim(tx: Transaction, claim: InvitationClaim): Promise<ClaimAnswer>
  /** Takes back what is unspent of a gift, and withdraws open invitations, once someone says to be under 18. */
  leaveToAdults(tx: Transaction, personId: string, now: Date): Promise<void>
}
