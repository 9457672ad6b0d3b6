import { z } from 'zod'
import { address, text } from './setting-kinds.ts'
import { parseSpeechVoices, speechVoicesSetting } from './speech-voices.ts'

/** The servers for what is not a chat; an operator can also connect them in the page. */
export const endpointEnvironment = {
  EMBEDDING_BASE_URL: address,
  EMBEDDING_API_KEY: text,
  EMBEDDING_NAME: text,
  SPEECH_BASE_URL: address,
  SPEECH_API_KEY: text,
  SPEECH_NAME: text,
  SPEECH_VOICES: speechVoicesSetting,
  TRANSCRIPTION_BASE_URL: address,
  TRANSCRIPTION_API_KEY: text,
  TRANSCRIPTION_NAME: text,
  MODERATION_BASE_URL: address,
  MODERATION_API_KEY: text,
  MODERATION_NAME: text,
  MODERATION_API: z.enum(['auto', 'moderations', 'chat'], 'must be auto, moderations or chat').default('auto'),
  IMAGE_BASE_URL: address,
  IMAGE_API_KEY: text,
  IMAGE_NAME: text,
  IMAGE_API: z.enum(['auto', 'openai', 'stable_diffusion'], 'must be auto, openai or stable_diffusion').default('auto'),
}

export interface EndpointSettings {
  embeddingBaseUrl: string | null
  embeddingApiKey: string | null
  embeddingName: string | null
  speechBaseUrl: string | null
  speechApiKey: string | null
  speechName: string | null
  /** Names of the endpoint's voices, by the kind of character that they suit. */
  speechVoices: Readonly<Record<'female' | 'male' | 'other', readonly string[]>>
  /** Null: the server does not turn speech into text. */
  transcriptionBaseUrl: string | null
  transcriptionApiKey: string | null
  transcriptionName: string | null
  moderationBaseUrl: string | null
  moderationApiKey: string | null
  moderationName: string | null
  /** What the moderation endpoint speaks. */
  moderationApi: 'auto' | 'moderations' | 'chat'
  /** Null: the built-in painter is used. */
  imageBaseUrl: string | null
  imageApiKey: string | null
  imageName: string | null
  /** The endpoint's protocol; `auto` detects it. */
  imageApi: 'auto' | 'openai' | 'stable_diffusion'
}

export function readEndpointSettings(env: z.output<z.ZodObject<typeof endpointEnvironment>>): EndpointSettings {
  return {
    embeddingBaseUrl: env.EMBEDDING_BASE_URL,
    embeddingApiKey: env.EMBEDDING_API_KEY,
    embeddingName: env.EMBEDDING_NAME,
    speechBaseUrl: env.SPEECH_BASE_URL,
    speechApiKey: env.SPEECH_API_KEY,
    speechName: env.SPEECH_NAME,
    speechVoices: parseSpeechVoices(env.SPEECH_VOICES),
    transcriptionBaseUrl: env.TRANSCRIPTION_BASE_URL,
    transcriptionApiKey: env.TRANSCRIPTION_API_KEY,
    transcriptionName: env.TRANSCRIPTION_NAME,
    moderationBaseUrl: env.MODERATION_BASE_URL,
    moderationApiKey: env.MODERATION_API_KEY,
    moderationName: env.MODERATION_NAME,
    moderationApi: env.MODERATION_API,
    imageBaseUrl: env.IMAGE_BASE_URL,
    imageApiKey: env.IMAGE_API_KEY,
    imageName: env.IMAGE_NAME,
    imageApi: env.IMAGE_API,
  }
}
