import type { AppSecret } from '../../platform/app-secret.ts'
import type { ChatServices } from '../chats/module.ts'
import type { SpeechConcurrencyLimit } from './concurrency-limit.ts'
import type { SpeechEngine } from './speech-engine.ts'
import type { Transcriber } from './transcriber.ts'

/** The dependencies of this module. */
export interface SpeechServices {
  chats: ChatServices
  /** The engine in use; null when there is none, and the device's own voices remain. */
  engine(): SpeechEngine | null
  /** Null when no server transcribes; browsers may recognise speech themselves. */
  transcriber(): Transcriber | null
  places: SpeechConcurrencyLimit
  /** Recordings being transcribed. */
  recordings: SpeechConcurrencyLimit
  appSecret: AppSecret
}
