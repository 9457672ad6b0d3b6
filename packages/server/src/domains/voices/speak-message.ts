import type { Locale } from '@everkin/contract/locales.ts'
import { languageOfWords, spokenWords } from '@everkin/contract/spoken-words.ts'
import { AppError } from '../../platform/app-error.ts'
import type { FileReply } from '../../platform/http/file-reply.ts'
import { tooManyRequests } from '../../platform/http/rate-limit.ts'
import { findOwnMessage } from '../chats/find-own-message.ts'
import { parseMessageId } from '../chats/message-id.ts'
import { readTurn } from '../chats/read-turn.ts'
import type { Turn } from '../chats/turn.ts'
import { AI_HEADERS, aiMark } from './ai-mark.ts'
import { cutSpeech, finishedPart } from './cut-speech.ts'
import { PER_MINUTE, SPOKEN_LENGTH } from './rules.ts'
import type { VoiceServices } from './services.ts'
import { type CharacterVoice, type SpeechEngine, SpeechError, type SpeechRequest } from './speech-engine.ts'
import { voiceOfCard } from './voice-of-card.ts'

type SpokenMessage = Awaited<ReturnType<typeof findOwnMessage>>

interface Asked {
  personId: string
  messageId: string
  /** Fires when nobody listens any more. */
  gone: AbortSignal
}

/**
 * A character's message as sound, while it is made. Of one that is still being written: the sentences that are finished.
 * @throws AppError NotFound, AgeNotOpen; Conflict where there is nothing to say (yet); TooLarge; TooManyRequests;
 * Unavailable where no voice can say it.
 */
export async function speakMessage(services: VoiceServices, asked: Asked): Promise<FileReply> {
  const { turn, message } = await readSpoken(services, asked.personId, asked.messageId)
  const { card } = turn.ready
  const speaker = card.members.find((member) => member.id === message.speakerId) ?? card
  return speakWords(services, asked, {
    text: textSoFar(services, message),
    locale: turn.locale,
    voice: voiceOfCard(speaker, card.members),
  })
}

interface ToSay {
  text: string
  /** Of the words, where they do not show it themselves. */
  locale: Locale
  voice: CharacterVoice
}

/**
 * Words as sound for one person, without what is not said of them.
 * @throws AppError Conflict where nothing is left to say; TooLarge; TooManyRequests; Unavailable.
 */
export function speakWords(services: VoiceServices, asked: Omit<Asked, 'messageId'>, say: ToSay): FileReply {
  const { chats, engine } = services
  const words = spokenWords(say.text)
  if (words === '') throw new AppError('Conflict')
  if (words.length > SPOKEN_LENGTH) throw new AppError('TooLarge', { limit: SPOKEN_LENGTH })
  if (!engine) throw noVoice()
  chats.limiter.take(`voice:${asked.personId}`, PER_MINUTE)
  const free = services.places.take(asked.personId)
  const locale = languageOfWords(words, say.locale)
  const request = { pieces: cutSpeech(words, locale), locale, voice: say.voice, signal: asked.gone }
  return { name: 'message.mp3', shown: true, headers: AI_HEADERS, pieces: marked(engine, request, free) }
}

/** The message and its turn, where this person may hear it; people's own messages are not spoken. */
export async function readSpoken(
  { chats }: Pick<VoiceServices, 'chats'>,
  personId: string,
  messageId: string,
): Promise<{ turn: Turn; message: SpokenMessage }> {
  const place = parseMessageId(messageId)
  if (!place) throw new AppError('NotFound')
  const turn = await readTurn(chats, personId, place.chatId)
  const message = await findOwnMessage(chats, turn, messageId)
  if (message.role !== 'character') throw new AppError('NotFound')
  return { turn, message }
}

function textSoFar({ chats }: VoiceServices, message: SpokenMessage): string {
  if (message.status !== 'streaming') return message.text
  const live = chats.replies.find(message.chatId)
  return finishedPart(live?.seq === message.seq ? live.text : message.text)
}

/** The engine's sound with the mark that machines read before it; the place is free when it ends, however it ends. */
async function* marked(engine: SpeechEngine, request: SpeechRequest, free: () => void): AsyncGenerator<Uint8Array> {
  let isFirst = true
  try {
    for await (const sound of engine.speak(request)) {
      yield isFirst ? Buffer.concat([aiMark(), sound]) : sound
      isFirst = false
    }
    if (isFirst) throw new SpeechError('garbled')
  } catch (error) {
    throw asAppError(error)
  } finally {
    free()
  }
}

function asAppError(error: unknown): unknown {
  if (!(error instanceof SpeechError)) return error
  if (error.fault === 'rate_limited') return tooManyRequests(error.retryAfterMs ?? 5_000)
  return error.fault === 'unsupported' ? noVoice() : new AppError('Unavailable', { retry_after: 5 }, 'voiceFailed')
}

const noVoice = () => new AppError('Unavailable', { reason: 'no_voice' }, 'noVoice')
