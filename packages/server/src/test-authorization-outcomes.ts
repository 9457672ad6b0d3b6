import type { ErrorName } from '@everkin/contract/errors.ts'
import type { OperatorRole } from '@everkin/contract/operator-roles.ts'
import type { ClientFrame } from '@everkin/contract/types.ts'
import type { FilledAccount } from '@everkin/testing/filled-account.ts'

/**
 * Who asks, in the order in which they do: those who must not change anything first.
 * - `visitor`, `other` and `operator` ask for the owner's things;
 * - `reader` asks for their own chat with the owner's public character, and for the owner's other things;
 * - `under18` (declared after they had made all this) and `frozen` (nothing can be spent) ask for their own things.
 *
 * Besides these, someone who is suspended and operators with another role than owner ask for the owner's things.
 */
export const ACTORS = ['visitor', 'other', 'operator', 'reader', 'under18', 'frozen', 'owner'] as const
export type Actor = (typeof ACTORS)[number]

/** What an actor gets: success, or this error. */
export type Outcome = 'yes' | ErrorName

/** A request about someone's things. */
export interface MatrixRequest {
  query?: Record<string, string>
  body?: object
  /** Sent as a form. */
  file?: { name: string; content: 'picture' | string; fields: Record<string, string> }
}

export interface OperationRow {
  /** Builds the request. `key` is new for each request. */
  ask(on: FilledAccount, key: string): MatrixRequest
  expected: Record<Actor, Outcome>
  /** What a guest gets who asks for the owner's things; by default what a visitor gets. */
  guest?: Outcome
  /**
   * What someone who is suspended gets. By default what a visitor gets of an operation that is open to visitors, else
   * `NotAllowed`.
   */
  suspended?: Outcome
  /** Roles that may call an operation for operators, besides owners. By default none. */
  roles?: readonly OperatorRole[]
  /** Asked with a session of its own, because it ends the session or the account. */
  endsSession?: true
}

export interface FrameRow {
  frame(on: FilledAccount): ClientFrame
  /** What a guest gets; by default what a visitor gets. */
  guest?: Outcome
  expected: Record<Actor, Outcome>
}

/** The outcomes in the order of `ACTORS`. */
export function outcomes(...each: Outcome[]): Record<Actor, Outcome> {
  // One for each actor, which the test checks.
  return Object.fromEntries(ACTORS.map((actor, place) => [actor, each[place]])) as Record<Actor, Outcome>
}

export const always = (outcome: Outcome) => outcomes(...ACTORS.map(() => outcome))

/** One outcome for everyone but the visitor, who comes first. */
export const signedInGet = (outcome: Outcome) => ACTORS.slice(1).map(() => outcome)

export const EVERYONE = outcomes('yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes')
export const SIGNED_IN = outcomes('NotSignedIn', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes')
export const ADULTS = outcomes('NotSignedIn', 'yes', 'yes', 'yes', 'AgeNotOpen', 'yes', 'yes')
export const repeated = (outcome: Outcome, times: number) => Array.from({ length: times }, () => outcome)
export const OPERATORS = outcomes('NotSignedIn', 'NotAllowed', 'yes', ...repeated('NotAllowed', 4))
export const OWNER = outcomes('NotSignedIn', 'NotFound', 'NotFound', 'NotFound', 'yes', 'yes', 'yes')
export const ADULT_OWNER = outcomes('NotSignedIn', 'NotFound', 'NotFound', 'NotFound', 'AgeNotOpen', 'yes', 'yes')
export const OWN_CHAT = outcomes('NotSignedIn', 'NotFound', 'NotFound', 'yes', 'yes', 'yes', 'yes')
export const ADULTS_OWN_CHAT = outcomes('NotSignedIn', 'NotFound', 'NotFound', 'yes', 'AgeNotOpen', 'yes', 'yes')
export const PAYING_IN_OWN_CHAT = outcomes(
  'NotSignedIn',
  'NotFound',
  'NotFound',
  'yes',
  'AgeNotOpen',
  'NotAllowed',
  'yes',
)
