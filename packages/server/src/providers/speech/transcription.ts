import { type Recording, SpeechError, type Transcriber } from '../../modules/speech/module.ts'
import { isLoopback } from './openai-compatible.ts'

export interface TranscriptionEndpoint {
  baseUrl: string
  apiKey: string | null
  /** The model; null uses the name that most servers know. */
  name: string | null
  timeoutMs?: number
}

const TIMEOUT_MS = 60_000
/** Far more than anybody says in a recording of the largest size. */
const MAX_ANSWER_BYTES = 256 * 1024

/** Servers tell the format by the file's name. */
const FILES: Readonly<Record<Recording['kind'], { name: string; type: string }>> = {
  WebM: { name: 'speech.webm', type: 'audio/webm' },
  MP4: { name: 'speech.mp4', type: 'audio/mp4' },
  OGG: { name: 'speech.ogg', type: 'audio/ogg' },
  WAV: { name: 'speech.wav', type: 'audio/wav' },
  MP3: { name: 'speech.mp3', type: 'audio/mpeg' },
}

/** Any OpenAI-compatible `/audio/transcriptions` endpoint. */
export function createOpenAiCompatibleTranscriber(endpoint: TranscriptionEndpoint): Transcriber {
  const url = new URL(`${endpoint.baseUrl.replace(/\/+$/, '')}/audio/transcriptions`)
  return {
    isOnThisMachine: isLoopback(url),
    async transcribe({ bytes, kind, locale, signal }) {
      const late = AbortSignal.timeout(endpoint.timeoutMs ?? TIMEOUT_MS)
      const form = new FormData()
      form.append('model', endpoint.name ?? 'whisper-1')
      form.append('language', locale)
      form.append('response_format', 'json')
      form.append('file', new Blob([new Uint8Array(bytes)], { type: FILES[kind].type }), FILES[kind].name)
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {},
          body: form,
          redirect: 'error',
          signal: AbortSignal.any([signal, late]),
        })
        if (!response.ok) {
          await response.body?.cancel()
          throw new SpeechError(response.status === 429 ? 'rate_limited' : 'refused')
        }
        return textOf(await readAtMost(response, MAX_ANSWER_BYTES))
      } catch (error) {
        if (error instanceof SpeechError) throw error
        throw new SpeechError(late.aborted ? 'timeout' : 'unreachable')
      }
    },
  }
}

async function readAtMost(response: Response, limit: number): Promise<string> {
  let text = ''
  let bytes = 0
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > limit) throw new SpeechError('garbled')
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

function textOf(answer: string): string {
  try {
    const parsed: unknown = JSON.parse(answer)
    if (parsed !== null && typeof parsed === 'object' && 'text' in parsed && typeof parsed.text === 'string')
      return parsed.text
  } catch {
    // A web page, for example.
  }
  throw new SpeechError('garbled')
}
