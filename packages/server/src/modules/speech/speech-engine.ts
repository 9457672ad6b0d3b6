import type { Locale } from '@everkin/contract/locales.ts'

/** A character's voice. Engines follow it as far as they can. */
export interface CharacterVoice {
  gender: 'female' | 'male' | 'other'
  /** Distinguishes otherwise similar characters: 0 to 7, different for each member of a group. */
  voiceIndex: number
  /** Relative to the engine's own pitch; 1 is unchanged. */
  pitch: number
  rate: number
  /** A voice of the engine that the card asks for by name. */
  name: string | null
}

export interface SpeechRequest {
  /** The text, in pieces that can be spoken one by one: sentences mostly, the first one short. */
  pieces: readonly string[]
  locale: Locale
  voice: CharacterVoice
  signal: AbortSignal
}

/**
 * The port to speech models, implemented in `providers/speech`. `speak` yields mp3 as it is generated, or throws
 * `SpeechError`. An aborted signal ends it at once and frees its resources.
 */
export interface SpeechEngine {
  readonly kind: 'openai_compatible' | 'built_in'
  /** Whether the text stays on this machine. */
  readonly isOnThisMachine: boolean
  /** The names that `CharacterVoice.name` may have; empty for an engine whose voices have no names. Never throws. */
  voices(): Promise<readonly string[]>
  speak(request: SpeechRequest): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export type SpeechFault =
  | 'unsupported' // no voice for this text
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'refused'
  | 'garbled' // the response is not audio

/** Why there is no (more) audio. Contains no word, address or key. */
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
