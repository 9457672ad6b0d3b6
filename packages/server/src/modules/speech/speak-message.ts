import { detectLanguage } from '@everkin/contract/detect-language.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { speakableText, spokenLanguage } from '@everkin/contract/speakable-text.ts'
import { AppError } from '../../platform/app-error.ts'
import { tooManyRequests } from '../../platform/http/rate-limit.ts'
import type { FileReply } from '../../platform/http/stream-reply.ts'
import { type ChatContext, type ChatReader, loadChatContext, loadOwnMessage, parseMessageId } from '../chats/module.ts'
import { AI_CONTENT_HEADERS, aiContentTag } from './ai-content-tag.ts'
import { voiceForCard } from './card-voice.ts'
import { followReply } from './follow-reply.ts'
import { MAX_SPOKEN_LENGTH, SPEECH_PER_MINUTE } from './rules.ts'
import type { SpeechServices } from './services.ts'
import { type CharacterVoice, type SpeechEngine, SpeechError } from './speech-engine.ts'
import { splitSpeech } from './split-speech.ts'

/** The language of a reply is detected from the end of what was spoken so far. */
const MAX_DETECTED_LENGTH = 2_000

type SpokenMessage = Awaited<ReturnType<typeof loadOwnMessage>>

interface SpeechCaller {
  personId: string
  /** As in `Caller`. */
  country: string | null | undefined
  messageId: string
  /** Fires when the listener disconnects. */
  disconnectSignal: AbortSignal
}

/**
 * A character's message as audio, streamed as it is generated. A reply that is still being written is spoken sentence by
 * sentence, as they are finished.
 * @throws AppError NotFound, AgeNotOpen; Conflict for a message without speakable text; TooLarge; TooManyRequests;
 * Unavailable where no voice can say it.
 */
export async function speakMessage(services: SpeechServices, caller: SpeechCaller): Promise<FileReply> {
  const { context, message } = await loadSpokenMessage(
    services,
    { identity: caller, country: caller.country },
    caller.messageId,
  )
  const { card } = context.loadedCard
  const speaker = card.members.find((member) => member.id === message.speakerId) ?? card
  const utterance = { text: message.text, locale: context.locale, voice: voiceForCard(speaker, card.members) }
  if (message.status !== 'streaming') return speakWords(services, caller, utterance)
  const texts = followReply(services, context, { id: caller.messageId, seq: message.seq }, caller.disconnectSignal)
  return speakTexts(services, caller, texts, utterance)
}

interface Utterance {
  text: string
  /** The language of the text, where the text does not show it. */
  locale: Locale
  voice: CharacterVoice
}

/**
 * Text as audio for one person, without the parts that are not spoken.
 * @throws AppError Conflict where nothing is left to say; TooLarge; TooManyRequests; Unavailable.
 */
async function speakWords(
  services: SpeechServices,
  caller: Omit<SpeechCaller, 'messageId' | 'country'>,
  utterance: Utterance,
): Promise<FileReply> {
  const words = speakableText(utterance.text)
  if (words === '') throw new AppError('Conflict')
  if (words.length > MAX_SPOKEN_LENGTH) throw new AppError('TooLarge', { limit: MAX_SPOKEN_LENGTH })
  return speakTexts(services, caller, [words], utterance)
}

/** Several texts as one audio file. @throws AppError TooManyRequests; Unavailable. */
async function speakTexts(
  services: SpeechServices,
  { personId, disconnectSignal }: Pick<SpeechCaller, 'personId' | 'disconnectSignal'>,
  texts: AsyncIterable<string> | Iterable<string>,
  { locale, voice }: Omit<Utterance, 'text'>,
): Promise<FileReply> {
  const { chats, speechLimit } = services
  const engine = services.engine()
  if (!engine) throw noVoiceError()
  await chats.limiter.consume(`voice:${personId}`, SPEECH_PER_MINUTE)
  const release = speechLimit.acquire(personId)
  async function* speakAll(speaker: SpeechEngine): AsyncGenerator<Uint8Array> {
    let spoken = ''
    for await (const words of texts) {
      spoken = `${spoken}${words}\n`.slice(-MAX_DETECTED_LENGTH)
      // A short sentence of a reply is in the language of those before it.
      const language = spokenLanguage(words, detectLanguage(spoken) ?? locale)
      yield* speaker.speak({ pieces: splitSpeech(words, language), locale: language, voice, signal: disconnectSignal })
    }
  }
  const pieces = withAiTag(speakAll(engine), release)
  return { name: 'message.mp3', shown: true, headers: AI_CONTENT_HEADERS, pieces }
}

/** The message and the context of its chat, if this person may hear it; people's own messages are not spoken. */
export async function loadSpokenMessage(
  { chats }: Pick<SpeechServices, 'chats'>,
  reader: ChatReader,
  messageId: string,
): Promise<{ context: ChatContext; message: SpokenMessage }> {
  const parsedId = parseMessageId(messageId)
  if (!parsedId) throw new AppError('NotFound')
  const context = await loadChatContext(chats, reader, parsedId.chatId)
  const message = await loadOwnMessage(chats, context, messageId)
  if (message.role !== 'character') throw new AppError('NotFound')
  return { context, message }
}

/** Audio after the AI tag; the slot is freed however it ends. */
async function* withAiTag(audio: AsyncIterable<Uint8Array>, release: () => void): AsyncGenerator<Uint8Array> {
  let isFirst = true
  try {
    for await (const sound of audio) {
      yield isFirst ? Buffer.concat([aiContentTag(), sound]) : sound
      isFirst = false
    }
    if (isFirst) throw new SpeechError('garbled')
  } catch (error) {
    throw toAppError(error)
  } finally {
    release()
  }
}

function toAppError(error: unknown): unknown {
  if (!(error instanceof SpeechError)) return error
  if (error.fault === 'rate_limited') return tooManyRequests(error.retryAfterMs ?? 5_000)
  return error.fault === 'unsupported' ? noVoiceError() : new AppError('Unavailable', { retry_after: 5 }, 'voiceFailed')
}

const noVoiceError = () => new AppError('Unavailable', { reason: 'no_voice' }, 'noVoice')

interface SampleRequest {
  language: Locale
  gender: 'male' | 'female' | 'other'
  /** The card that is being edited; the voice depends on its id. */
  cardId: string | undefined
  /** In the form of the card's field. */
  voice: unknown
}

/**
 * How a character would sound: always the same few built-in words in the character's language.
 * @throws AppError TooManyRequests; Unavailable where no voice can say them.
 */
export async function speakSample(
  services: SpeechServices,
  caller: { personId: string; disconnectSignal: AbortSignal },
  { language, gender, cardId, voice }: SampleRequest,
): Promise<FileReply> {
  const text = services.chats.texts.translate(language)('settings.sample')
  const speaker = { id: cardId ?? 'sample', gender, age: null, voice }
  return speakWords(services, caller, { text, locale: language, voice: voiceForCard(speaker) })
}
