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

type Environment = z.output<z.ZodObject<typeof endpointEnvironment>>

/**
 * Why the settings do not fit together, or null. Vectors are stored under their model's name, and only those of one name
 * are compared, so the name cannot be guessed.
 */
export function findEndpointConflict(env: Environment): string | null {
  if (env.EMBEDDING_BASE_URL !== null && env.EMBEDDING_NAME === null)
    return 'EMBEDDING_NAME is required with EMBEDDING_BASE_URL: vectors are kept under it'
  if (env.EMBEDDING_BASE_URL === null && (env.EMBEDDING_NAME !== null || env.EMBEDDING_API_KEY !== null))
    return 'EMBEDDING_BASE_URL is required with the other EMBEDDING settings'
  return null
}

export function readEndpointSettings(env: Environment): EndpointSettings {
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
