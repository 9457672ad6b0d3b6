import { z } from 'zod'
import { Id, LocaleCode, Timestamp } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'

/** The audio types that are turned into text, by their common names. */
export const RECORDING_KINDS = ['WebM', 'MP4', 'OGG', 'WAV', 'MP3'] as const

/** Messages as audio, and speech as text. */
export const speech = {
  audioLink: operation({
    method: 'GET',
    path: '/api/chat/audioLink',
    summary: 'A URL of a message’s audio for an element that can send no headers; valid for a few minutes.',
    access: 'person',
    query: z.object({ message_id: Id }),
    data: z.object({ url: z.string(), expires_at: Timestamp }),
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'AgeNotOpen'],
  }),
  getStreamAudio: operation({
    method: 'GET',
    path: '/api/chat/getStreamAudio',
    summary:
      'A message of the person’s own chat, spoken: mp3, sentence by sentence as it is generated, without actions between asterisks. Marked as AI-generated in the file and by the header AI-Generated.',
    access: 'open',
    query: z.object({
      message_id: Id,
      sig: z.string().max(200).optional().describe('from `audioLink`, instead of the session'),
    }),
    file: 'audio/mpeg',
    data: z.unknown(),
    errors: [
      'NotSignedIn',
      'InvalidInput',
      'NotFound',
      'AgeNotOpen',
      'Conflict',
      'TooManyRequests',
      'TooLarge',
      'Unavailable',
    ],
  }),
  voiceSample: operation({
    method: 'GET',
    path: '/api/chat/voiceSample',
    summary: 'How a character would sound, in a few built-in words. Marked as AI-generated like all speech.',
    access: 'person',
    query: z.object({
      language: LocaleCode,
      gender: z.enum(['male', 'female', 'other']),
      card_id: Id.optional().describe('an existing character sounds as it does in a chat'),
      sounds: z.enum(['male', 'female']).optional(),
      pitch: z.coerce.number().min(0.6).max(1.5).optional(),
      rate: z.coerce.number().min(0.7).max(1.4).optional(),
      name: z.string().max(64).optional(),
    }),
    file: 'audio/mpeg',
    data: z.unknown(),
    errors: ['NotSignedIn', 'InvalidInput', 'TooManyRequests', 'Unavailable'],
  }),
  voices: operation({
    method: 'GET',
    path: '/api/chat/voices',
    summary: 'The voices that a card can ask for by name.',
    access: 'person',
    data: z.object({
      kind: z.enum(['openai_compatible', 'built_in']).nullable().describe('null: no engine here'),
      names: z.array(z.string()).describe('for `voice.name` of a card; the built-in voice has none'),
    }),
    errors: ['NotSignedIn'],
  }),
  transcribe: operation({
    method: 'POST',
    path: '/api/chat/transcribe',
    summary: 'Turns a recording into text, where this deployment can; neither is stored.',
    access: 'person',
    upload: { mostBytes: LIMITS.recordingBytes, accepted: RECORDING_KINDS },
    body: z.object({
      file: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }),
      language: LocaleCode.describe('what is probably spoken; before the file'),
    }),
    data: z.object({ text: z.string().describe('empty when nothing was said') }),
    errors: ['NotSignedIn', 'InvalidInput', 'TooManyRequests', 'TooLarge', 'FileType', 'AgeNotOpen', 'Unavailable'],
  }),
} as const
