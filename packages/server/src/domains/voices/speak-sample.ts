import type { Locale } from '@everkin/contract/locales.ts'
import type { FileReply } from '../../platform/http/file-reply.ts'
import type { VoiceServices } from './services.ts'
import { speakWords } from './speak-message.ts'
import { voiceOfCard } from './voice-of-card.ts'

interface Sample {
  language: Locale
  gender: 'male' | 'female' | 'other'
  /** The card that it is a change of: its voice sounds as it does in a chat. */
  cardId: string | undefined
  /** As the card would hold it. */
  voice: unknown
}

/**
 * How a character would sound: always the same few words of the house in the character's language.
 * @throws AppError TooManyRequests; Unavailable where no voice can say them.
 */
export function speakSample(
  services: VoiceServices,
  asked: { personId: string; gone: AbortSignal },
  { language, gender, cardId, voice }: Sample,
): FileReply {
  const text = services.chats.texts.translate(language)('settings.sample')
  const speaker = { id: cardId ?? 'sample', gender, age: null, voice }
  return speakWords(services, asked, { text, locale: language, voice: voiceOfCard(speaker) })
}
