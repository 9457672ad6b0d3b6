import type { AppSecret } from '../../platform/app-secret.ts'
import type { ChatServices } from '../chats/module.ts'
import type { SpeechConcurrencyLimit } from './concurrency-limit.ts'
import type { SpeechEngine } from './speech-engine.ts'
import type { Transcriber } from './transcriber.ts'

/** The dependencies of this module. */
export interface SpeechServices {
  chats: ChatServices
  /** Null when there is none; browsers may then use the device's own voices. */
  engine(): SpeechEngine | null
  /** Null when there is none; browsers may then recognise speech themselves. */
  transcriber(): Transcriber | null
  /** Messages being spoken. */
  speechLimit: SpeechConcurrencyLimit
  /** Recordings being transcribed. */
  transcriptionLimit: SpeechConcurrencyLimit
  appSecret: AppSecret
}
