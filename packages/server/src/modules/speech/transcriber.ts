import type { Locale } from '@everkin/contract/locales.ts'

/** Audio file types that browsers record, by their common names. */
export type RecordingKind = 'WebM' | 'MP4' | 'OGG' | 'WAV' | 'MP3'

export interface Recording {
  bytes: Uint8Array
  kind: RecordingKind
  /** What the speaker is expected to speak; a hint. */
  locale: Locale
  signal: AbortSignal
}

/**
 * The port to models that turn speech into text, implemented in `providers/speech`. Throws `SpeechError`. Nothing of a
 * recording is kept.
 */
export interface Transcriber {
  /** Whether recordings stay on this machine. */
  readonly isOnThisMachine: boolean
  /** The words of a recording; empty when nothing was said. */
  transcribe(recording: Recording): Promise<string>
}
