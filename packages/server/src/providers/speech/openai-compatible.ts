import { setTimeout as wait } from 'node:timers/promises'
import {
  type CharacterVoice,
  type SpeechEngine,
  SpeechError,
  type SpeechFault,
  type SpeechRequest,
} from '../../modules/speech/module.ts'
import { systemErrorCause } from '../../platform/system-error.ts'

export interface SpeechEndpoint {
  baseUrl: string
  apiKey: string | null
  /** The model; null uses the name that most servers know. */
  name: string | null
  /** The names of its voices by kind. */
  voices: SpeechVoices
  /** Milliseconds to the first byte of a piece, and between two bytes. */
  limits?: { firstMs: number; idleMs: number }
}

type SpeechVoices = Readonly<Record<CharacterVoice['gender'], readonly string[]>>

/** The size of a request after the first piece: fewer joints, and still a short wait. */
const MAX_REQUEST_LENGTH = 400
const DEFAULT_LIMITS = { firstMs: 15_000, idleMs: 10_000 }
const MAX_PIECE_BYTES = 16 * 1024 * 1024

/**
 * Any OpenAI-compatible `/audio/speech` endpoint. The next piece is requested while one is heard; audio is passed on as
 * it arrives.
 */
export function createOpenAiCompatibleSpeech(endpoint: SpeechEndpoint): SpeechEngine {
  const url = new URL(`${endpoint.baseUrl.replace(/\/+$/, '')}/audio/speech`)
  const limits = endpoint.limits ?? DEFAULT_LIMITS

  async function* speak({ pieces, voice, signal }: SpeechRequest): AsyncGenerator<Uint8Array> {
    const requests = joinPieces(pieces)
    const left = new AbortController()
    const all = AbortSignal.any([signal, left.signal])
    const ask = (at: number) => {
      const words = requests[at]
      if (words === undefined) return null
      const asked = post(url, endpoint, bodyOf(endpoint, words, voice), all, limits.firstMs)
      asked.catch(() => undefined) // handled when its turn comes
      return asked
    }
    try {
      let next = ask(0)
      for (let at = 0; next !== null; at++) {
        const sound = await next
        next = ask(at + 1)
        yield* stripId3Tag(withIdleTimeout(sound, limits.idleMs, all))
      }
    } catch (error) {
      throw error instanceof SpeechError ? error : new SpeechError('unreachable', { cause: systemErrorCause(error) })
    } finally {
      left.abort()
    }
  }

  let listed: Promise<readonly string[]> | null = null
  return {
    kind: 'openai_compatible',
    isOnThisMachine: isLoopback(url),
    voices: () => {
      listed ??= listVoices(endpoint).catch(() => {
        listed = null // asked again next time
        return namesOf(endpoint.voices)
      })
      return listed
    },
    speak,
    close: async () => undefined,
  }
}

const LIST_TIMEOUT_MS = 3_000
const MAX_LIST_BYTES = 256 * 1024

function namesOf({ female, male, other }: SpeechVoices): string[] {
  return [...new Set([...female, ...male, ...other])]
}

/** The voices of the settings, then those that the server lists, as some do: as names, or as objects with one. */
async function listVoices({ baseUrl, apiKey, voices }: SpeechEndpoint): Promise<string[]> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/audio/voices`, {
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    redirect: 'error',
    signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
  })
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MAX_LIST_BYTES) {
    await response.body?.cancel()
    // A server that does not list its voices is the usual case.
    if (response.status === 404 || response.status === 405) return namesOf(voices)
    throw new SpeechError('refused')
  }
  const answer: unknown = await response.json()
  const list = answer !== null && typeof answer === 'object' && 'voices' in answer ? answer.voices : answer
  const found = Array.isArray(list) ? list.flatMap(nameOf) : []
  return [...new Set([...namesOf(voices), ...found])]
}

function nameOf(voice: unknown): string[] {
  if (typeof voice === 'string') return [voice]
  if (voice === null || typeof voice !== 'object') return []
  const name = 'id' in voice ? voice.id : 'name' in voice ? voice.name : null
  return typeof name === 'string' ? [name] : []
}

/** Whether an address leads to a server on this machine. */
export function isLoopback(url: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}

function joinPieces([first, ...rest]: readonly string[]): string[] {
  const requests = first === undefined ? [] : [first, '']
  for (const piece of rest) {
    const last = requests.at(-1) ?? ''
    if (last === '' || last.length + piece.length < MAX_REQUEST_LENGTH)
      requests[requests.length - 1] = `${last} ${piece}`.trim()
    else requests.push(piece)
  }
  return requests.filter((words) => words !== '')
}

function bodyOf(endpoint: SpeechEndpoint, words: string, voice: CharacterVoice): string {
  const names = endpoint.voices[voice.gender].length > 0 ? endpoint.voices[voice.gender] : endpoint.voices.other
  return JSON.stringify({
    model: endpoint.name ?? 'tts-1',
    input: words,
    voice: voice.name ?? names[voice.voiceIndex % names.length] ?? 'alloy',
    response_format: 'mp3',
    speed: Math.round(voice.rate * 100) / 100,
  })
}

async function post(
  url: URL,
  { apiKey }: SpeechEndpoint,
  body: string,
  signal: AbortSignal,
  firstMs: number,
): Promise<AsyncIterable<Uint8Array>> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new SpeechError('timeout')), firstMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, late.signal]),
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new SpeechError(faultOf(response.status), { retryAfterMs: retryAfterOf(response) })
    }
    if (!/^(audio\/|application\/octet-stream)/.test(response.headers.get('content-type') ?? '')) {
      await response.body.cancel()
      throw new SpeechError('garbled')
    }
    return response.body
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/** The audio of one piece, with an idle timeout and a size limit. */
async function* withIdleTimeout(
  sound: AsyncIterable<Uint8Array>,
  idleMs: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const pieces = sound[Symbol.asyncIterator]()
  let bytes = 0
  try {
    for (;;) {
      const over = new AbortController()
      const idle = wait(idleMs, null, { signal: AbortSignal.any([signal, over.signal]), ref: false }).catch(() => null)
      const next = await Promise.race([pieces.next(), idle])
      over.abort()
      signal.throwIfAborted()
      if (next === null) throw new SpeechError('timeout')
      if (next.done) break
      if (bytes === 0 && !isMp3Start(next.value)) throw new SpeechError('garbled')
      bytes += next.value.length
      if (bytes > MAX_PIECE_BYTES) throw new SpeechError('garbled')
      yield next.value
    }
    if (bytes === 0) throw new SpeechError('garbled')
  } finally {
    void pieces.return?.()
  }
}

/** An ID3 tag, or the eleven set bits of a frame header: an error page with an audio content type is not played. */
function isMp3Start(bytes: Uint8Array): boolean {
  const [a = 0, b = 0, c = 0] = bytes
  return (a === 0x49 && b === 0x44 && c === 0x33) || (a === 0xff && (b & 0xe0) === 0xe0)
}

function faultOf(status: number): SpeechFault {
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unreachable' : 'refused'
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(60, Math.max(1, seconds)) * 1000 : null
}

const TAG_HEADER_BYTES = 10

/**
 * Strips the ID3v2 tag that an mp3 stream may start with: pieces are joined, and a tag belongs only at the start of the
 * whole. Nothing else is changed.
 */
export async function* stripId3Tag(sound: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer = Buffer.alloc(0)
  let toSkip: number | null = null
  for await (const bytes of sound) {
    let rest: Uint8Array = bytes
    if (toSkip === null) {
      head = Buffer.concat([head, bytes])
      if (head.length < TAG_HEADER_BYTES) continue
      toSkip = tagLength(head)
      rest = head
    }
    const skipped = Math.min(toSkip, rest.length)
    toSkip -= skipped
    if (skipped < rest.length) yield rest.subarray(skipped)
  }
  if (toSkip === null && head.length > 0) yield head
}

function tagLength(head: Buffer): number {
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, TAG_HEADER_BYTES)
  const footer = ((head[5] ?? 0) & 0x10) === 0 ? 0 : TAG_HEADER_BYTES
  return TAG_HEADER_BYTES + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127) + footer
}
