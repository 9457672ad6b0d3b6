import { detectLanguage } from '@everkin/contract/detect-language.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { speakableText, spokenLanguage } from '@everkin/contract/speakable-text.ts'
import { AppError } from '../../platform/app-error.ts'
import { tooManyRequests } from '../../platform/http/rate-limit.ts'
import type { FileReply } from '../../platform/http/stream-reply.ts'
import { type ChatContext, type ChatReader, loadChatContext, loadOwnMessage, parseMessageId } from '../chats/module.ts'
import { voiceForCard } from './card-voice.ts'
import { followReply } from './follow-reply.ts'
import { LIMIT_PER_MINUTE, MAX_SPOKEN_LENGTH } from './rules.ts'
import type { SpeechServices } from './services.ts'
import { type CharacterVoice, type SpeechEngine, SpeechError } from './speech-engine.ts'
import { splitSpeech } from './split-speech.ts'

/** As much of a reply tells its language. */
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
 * A character's message as audio, while it is generated. A reply that is still being written is spoken along, sentence
 * by sentence.
 * @throws AppError NotFound, AgeNotOpen; Conflict where there is nothing to say (yet); TooLarge; TooManyRequests;
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

/** Texts as one piece of audio, one after the other. */
async function speakTexts(
  services: SpeechServices,
  { personId, disconnectSignal }: Pick<SpeechCaller, 'personId' | 'disconnectSignal'>,
  texts: AsyncIterable<string> | Iterable<string>,
  { locale, voice }: Omit<Utterance, 'text'>,
): Promise<FileReply> {
  const { chats, places } = services
  const engine = services.engine()
  if (!engine) throw noVoiceError()
  await chats.limiter.consume(`voice:${personId}`, LIMIT_PER_MINUTE)
  const release = places.acquire(personId)
  async function* speakAll(using: SpeechEngine): AsyncGenerator<Uint8Array> {
    let said = ''
    for await (const words of texts) {
      said = `${said}${words}\n`.slice(-MAX_DETECTED_LENGTH)
      // A short sentence of a reply is in the language of those before it.
      const language = spokenLanguage(words, detectLanguage(said) ?? locale)
      yield* using.speak({ pieces: splitSpeech(words, language), locale: language, voice, signal: disconnectSignal })
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
  /** The card that is being edited: its voice sounds as it does in a chat. */
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

/** Header of generated audio, for software that handles it without opening it [H3]. */
const AI_CONTENT_HEADERS = { 'ai-generated': 'speech' } as const

/**
 * An ID3v2.4 tag that marks the audio as AI-generated: `TXXX` frames for machines, a comment for people. It comes
 * before the first mp3 frame, so every player and tool finds it (id3.org/id3v2.4.0-frames).
 */
function aiContentTag(): Uint8Array {
  const frames = [
    id3Frame('TXXX', utf8('AI-GENERATED'), NUL, utf8('speech')),
    // The IPTC term for media that software with a trained model made from text.
    id3Frame('TXXX', utf8('DigitalSourceType'), NUL, utf8(SOURCE_TYPE)),
    id3Frame('COMM', Buffer.from('eng'), NUL, utf8('AI-generated speech. The speaker is an AI character.')),
  ]
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000', 'latin1'), syncSafe(body.length), body])
}

const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
const NUL = Buffer.from([0])
const UTF_8 = Buffer.from([3])

const utf8 = (words: string) => Buffer.from(words, 'utf8')

function id3Frame(id: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat([UTF_8, ...parts])
  return Buffer.concat([Buffer.from(id, 'latin1'), syncSafe(content.length), Buffer.from([0, 0]), content])
}

/** Four bytes of seven bits each, so that no length looks like the start of an audio frame. */
function syncSafe(length: number): Buffer {
  return Buffer.from([(length >> 21) & 127, (length >> 14) & 127, (length >> 7) & 127, length & 127])
}
