import type { ChatServices } from '../chats/module.ts'
import type { SpeechConcurrencyLimit } from './concurrency-limit.ts'
import type { SpeechEngine } from './speech-engine.ts'

/** The dependencies of this module. */
export interface SpeechServices {
  chats: ChatServices
  /** Null when no engine is configured; the device's own voices remain. */
  engine: SpeechEngine | null
  places: SpeechConcurrencyLimit
  appSecret: string
}
