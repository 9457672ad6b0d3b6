import { speech } from '@everkin/contract/http/speech.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { NO_PERSONAL_DATA } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import type { ChatServices } from '../chats/module.ts'
import { createSpeechConcurrencyLimit } from './concurrency-limit.ts'
import { speechHandlers } from './routes.ts'
import type { SpeechEngine } from './speech-engine.ts'

export {
  type CharacterVoice,
  type SpeechEngine,
  SpeechError,
  type SpeechFault,
  type SpeechRequest,
} from './speech-engine.ts'

export function createSpeechModule(
  { appSecret }: ServerCore,
  { chats, engine }: { chats: ChatServices; engine: SpeechEngine | null },
): ServerModule {
  return {
    name: 'speech',
    operations: bindHandlers(
      speech,
      speechHandlers({ chats, engine, places: createSpeechConcurrencyLimit(), appSecret }),
    ),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: NO_PERSONAL_DATA,
    mediaUsage: null,
    metrics: null,
    lifecycle: { close: () => engine?.close() },
  }
}
