import type { ChatServices } from '../chats/module.ts'
import type { SpeechConcurrencyLimit } from './concurrency-limit.ts'
import type { SpeechEngine } from './speech-engine.ts'
import type { Transcriber } from './transcriber.ts'

/** The dependencies of this module. */
export interface SpeechServices {
  chats: ChatServices
  /** Null when no engine is configured; the device's own voices remain. */
  engine: SpeechEngine | null
  /** Null when no server that transcribes is configured; browsers may recognise speech themselves. */
  transcriber: Transcriber | null
  places: SpeechConcurrencyLimit
  /** Recordings being transcribed. */
  recordings: SpeechConcurrencyLimit
  appSecret: string
}
