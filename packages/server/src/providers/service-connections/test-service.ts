import { EmbeddingError } from '../../modules/memory/module.ts'
import type { ConnectionProblem, ServicePurpose, ServiceSettings, ServiceTester } from '../../modules/models/module.ts'
import { ModerationError } from '../../modules/safety/module.ts'
import { SpeechError } from '../../modules/speech/module.ts'
import { listModelsOf } from '../text-model/list-models.ts'
import { openEmbeddings, openModeration, openSpeech, openTranscriber } from './open-service.ts'

const TIMEOUT_MS = 60_000
const SILENCE_MS = 500
const SAMPLE_RATE = 16_000

/** Tests a server by its list of models, and by a small piece of work that costs next to nothing. */
export const serviceTester: ServiceTester = {
  async test(purpose, settings, signal) {
    const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const { baseUrl, apiKey } = settings
    const list = await listModelsOf({ kind: 'openai_compatible', baseUrl, apiKey }, within)
    // Many servers for one purpose list nothing; whether they work shows below.
    if ('problem' in list && !['noList', 'version', 'page'].includes(list.problem.hint ?? '')) return list.problem
    try {
      await workFor(purpose, settings, within)
      return null
    } catch (error) {
      signal.throwIfAborted()
      return problemOf(error) ?? ('problem' in list ? list.problem : { reason: 'protocol', detail: null })
    }
  },
}

async function workFor(purpose: ServicePurpose, settings: ServiceSettings, signal: AbortSignal): Promise<void> {
  switch (purpose) {
    case 'embeddings':
      await openEmbeddings(settings).embed(['Good evening.'], signal)
      return
    case 'speech': {
      const voice = { gender: 'other', voiceIndex: 0, pitch: 1, rate: 1, name: null } as const
      const sound = openSpeech(settings).speak({ pieces: ['Good evening.'], locale: 'en', voice, signal })
      for await (const _piece of sound) return
      throw new SpeechError('garbled')
    }
    case 'transcription':
      await openTranscriber(settings).transcribe({ bytes: silence(), kind: 'WAV', locale: 'en', signal })
      return
    case 'moderation':
      await openModeration(settings, { moderationApi: 'auto' }).findProblems(
        { kind: 'text', text: 'Good evening.' },
        signal,
      )
      return
    case 'images':
      // An image costs money or minutes: the list of models has to do.
      return
  }
}

/** What a fault of a port means for the operator. */
function problemOf(error: unknown): ConnectionProblem | null {
  if (!(error instanceof EmbeddingError || error instanceof SpeechError || error instanceof ModerationError))
    return null
  switch (error.fault) {
    case 'unreachable':
      return { reason: 'address', detail: null }
    case 'timeout':
      return { reason: 'timeout', detail: null }
    case 'rate_limited':
      return { reason: 'quota', detail: null }
    case 'overloaded':
      return { reason: 'server', detail: null }
    case 'refused':
      return { reason: 'model', detail: null }
    case 'garbled':
    case 'unsupported':
      return { reason: 'protocol', detail: null }
  }
}

/** Half a second of silence as a WAV file: 16-bit mono. */
function silence(): Uint8Array {
  const size = (SAMPLE_RATE * SILENCE_MS * 2) / 1000
  const file = Buffer.alloc(44 + size)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + size, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(size, 40)
  return file
}
