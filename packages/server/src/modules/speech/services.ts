import type { ChatServices } from '../chats/module.ts'
import type { SpeechConcurrencyLimit } from './concurrency-limit.ts'
import type { SpeechEngine } from './speech-engine.ts'

/** What the use-cases of this domain work with. */
export interface SpeechServices {
  chats: ChatServices
  /** Null where there is no voice: the device's own are left. */
  engine: SpeechEngine | null
  places: SpeechConcurrencyLimit
  appSecret: string
}
