import { RECORDING_KINDS } from '@everkin/contract/http/speech.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { AppError } from '../../platform/app-error.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { tooManyRequests } from '../../platform/http/rate-limit.ts'
import { assertCanChat, type ChatCaller, loadPerson } from '../accounts/module.ts'
import type { SpeechServices } from './services.ts'
import { SpeechError } from './speech-engine.ts'
import type { RecordingKind } from './transcriber.ts'

/** Fair use, since it is free of charge. */
const TRANSCRIPTIONS_PER_MINUTE = { max: 20, windowMs: MINUTE_MS }

/**
 * Before a recording is received: whether this person may send one.
 * @throws AppError NotSignedIn, AgeNotOpen, Unavailable where no server transcribes, TooManyRequests.
 */
export async function assertCanTranscribe(
  services: SpeechServices,
  caller: ChatCaller & { identity: { personId: string } },
): Promise<void> {
  const { personId } = caller.identity
  const { chats, transcriber } = services
  const person = await loadPerson(chats.database, personId)
  if (!person) throw new AppError('NotSignedIn')
  await assertCanChat(chats, person, caller)
  if (!transcriber()) throw new AppError('Unavailable')
  await chats.limiter.consume(`transcribe:${personId}`, TRANSCRIPTIONS_PER_MINUTE)
}

/**
 * The words of a recording, at most as many as a message may have. Neither is stored.
 * @throws AppError FileType for bytes that are no recording, TooManyRequests, Unavailable.
 */
export async function transcribeRecording(
  services: SpeechServices,
  caller: { personId: string; disconnectSignal: AbortSignal },
  { file, language }: { file: Uint8Array; language: Locale },
): Promise<{ text: string }> {
  const { transcriptionLimit } = services
  const transcriber = services.transcriber()
  if (!transcriber) throw new AppError('Unavailable')
  const kind = detectRecordingKind(file)
  if (!kind) throw new AppError('FileType', { accepted: RECORDING_KINDS })
  const release = transcriptionLimit.acquire(caller.personId)
  try {
    const words = await transcriber.transcribe({ bytes: file, kind, locale: language, signal: caller.disconnectSignal })
    return { text: truncateText(words.trim(), LIMITS.messageLength) }
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error
    if (error.fault === 'rate_limited') throw tooManyRequests(error.retryAfterMs ?? 5_000)
    throw new AppError('Unavailable', { retry_after: 5 }, 'notTranscribed')
  } finally {
    release()
  }
}

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])

/** The type of an audio file by its first bytes; null for anything else. */
function detectRecordingKind(bytes: Uint8Array): RecordingKind | null {
  const head = Buffer.from(bytes.subarray(0, 12))
  const word = (at: number) => head.toString('latin1', at, at + 4)
  if (head.subarray(0, 4).equals(EBML)) return 'WebM'
  if (word(4) === 'ftyp') return 'MP4'
  if (word(0) === 'OggS') return 'OGG'
  if (word(0) === 'RIFF' && word(8) === 'WAVE') return 'WAV'
  const isFrame = head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0
  return word(0).startsWith('ID3') || isFrame ? 'MP3' : null
}
