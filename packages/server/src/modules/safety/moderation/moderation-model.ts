import type { SafetyCategory } from '../rules.ts'
import type { ScreenedSurface } from '../screening/screen-text.ts'

/** Where something that the model looks at comes from. A private picture is not shown to everyone. */
export type ModeratedSurface = ScreenedSurface | 'picture' | 'private_picture'

/** `sexual`: of adults. It is not always blocked, but has no place in pictures. */
export const MODERATION_CATEGORIES = [
  'minor_safety',
  'self_harm_encouragement',
  'sexual_violence',
  'real_person',
  'mass_harm',
  'threat',
  'sexual',
] as const satisfies readonly SafetyCategory[]
export type ModerationCategory = (typeof MODERATION_CATEGORIES)[number]

export interface ModerationFinding {
  category: ModerationCategory
  /** False for what a person should look at. */
  isCertain: boolean
}

export type ModerationInput = { kind: 'text'; text: string } | { kind: 'image'; bytes: Uint8Array; mediaType: string }

/** The port to moderation models. `providers/moderation-model` implements it. */
export interface ModerationModel {
  /** Stored beside its verdicts. */
  readonly name: string
  /** Whether calls are let through: false while its circuit breaker is open. */
  readonly isReachable: boolean
  /**
   * What is wrong with the input by the categories of the safety rules; nothing for harmless input. The model gets the
   * input alone: no user id, address or token (M5).
   * @throws ModerationError; the reason of `signal` when it is aborted.
   */
  findProblems(input: ModerationInput, signal: AbortSignal): Promise<ModerationFinding[]>
}

export type ModerationFault =
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'refused'
  | 'overloaded'
  | 'garbled'
  /** It does not look at pictures. */
  | 'unsupported'

/** Why there is no verdict. Never contains the provider's message, address or key, or the input. */
export class ModerationError extends Error {
  readonly fault: ModerationFault
  readonly status: number | null

  constructor(fault: ModerationFault, cause?: unknown, status: number | null = null) {
    super(`moderation model: ${fault}`, { cause })
    this.name = 'ModerationError'
    this.fault = fault
    this.status = status
  }
}
