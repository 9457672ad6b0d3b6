import { speech } from '@everkin/contract/http/speech.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { NO_PERSONAL_DATA } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { createSpeechConcurrencyLimit } from './concurrency-limit.ts'
import { speechHandlers } from './routes.ts'
import type { SpeechServices } from './services.ts'
import { assertCanTranscribe } from './transcribe.ts'

export {
  type CharacterVoice,
  type SpeechEngine,
  SpeechError,
  type SpeechFault,
  type SpeechRequest,
} from './speech-engine.ts'
export type { Recording, Transcriber } from './transcriber.ts'

export function createSpeechModule(
  { appSecret }: ServerCore,
  { chats, engine, transcriber }: Pick<SpeechServices, 'chats' | 'engine' | 'transcriber'>,
): ServerModule {
  const services: SpeechServices = {
    chats,
    engine,
    transcriber,
    speechLimit: createSpeechConcurrencyLimit(),
    transcriptionLimit: createSpeechConcurrencyLimit(),
    appSecret,
  }
  return {
    name: 'speech',
    operations: bindHandlers(speech, speechHandlers(services), {
      transcribe: (caller) => assertCanTranscribe(services, caller),
    }),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [],
    personalData: NO_PERSONAL_DATA,
    mediaUsage: null,
    metrics: null,
    lifecycle: { close: () => engine()?.close() },
  }
}
