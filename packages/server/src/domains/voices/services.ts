import type { ChatServices } from '../chats/services.ts'
import type { SpeakingPlaces } from './speaking-places.ts'
import type { SpeechEngine } from './speech-engine.ts'

/** What the use-cases of this domain work with. */
export interface VoiceServices {
  chats: ChatServices
  /** Null where there is no voice: the device's own are left. */
  engine: SpeechEngine | null
  places: SpeakingPlaces
  appSecret: string
}
