import type { Locale } from '@everkin/contract/locales.ts'

/** How a character sounds. Engines make of it what they can. */
export interface CharacterVoice {
  gender: 'female' | 'male' | 'other'
  /** Tells characters apart who are alike otherwise: 0 to 7, another one for each of a group. */
  seat: number
  /** Of the engine's own; 1 is unchanged. */
  pitch: number
  rate: number
  /** A voice of the engine that the card asks for by its name. */
  name: string | null
}

export interface SpeechRequest {
  /** What is said, in pieces that can be spoken one by one: sentences mostly, the first one short. */
  pieces: readonly string[]
  locale: Locale
  voice: CharacterVoice
  signal: AbortSignal
}

/**
 * The port to speech models; `providers/speech` implements it. `speak` gives mp3 as it is made, or throws `SpeechError`.
 * An aborted signal ends it at once and lets go of the work.
 */
export interface SpeechEngine {
  readonly kind: 'openai_compatible' | 'built_in'
  /** Whether what is spoken stays on this machine. */
  readonly isOnThisMachine: boolean
  speak(request: SpeechRequest): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export type SpeechFault =
  | 'unsupported' // no voice for these words
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'refused'
  | 'garbled' // what came is no sound

/** Why there is no (more) sound. Carries no word, address or key. */
export class SpeechError extends Error {
  readonly fault: SpeechFault
  readonly retryAfterMs: number | null

  constructor(fault: SpeechFault, facts: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(`speech: ${fault}`, { cause: facts.cause })
    this.name = 'SpeechError'
    this.fault = fault
    this.retryAfterMs = facts.retryAfterMs ?? null
  }
}
