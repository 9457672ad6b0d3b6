export { createSpeechConcurrencyLimit } from './concurrency-limit.ts'
export { speechHandlers } from './routes.ts'
export {
  type CharacterVoice,
  type SpeechEngine,
  SpeechError,
  type SpeechFault,
  type SpeechRequest,
} from './speech-engine.ts'
