import type { SpeechEngine, Transcriber } from '../../modules/speech/module.ts'
import type { Settings } from '../../platform/config.ts'
import { createEspeakSpeech, isEspeakInstalled } from './espeak.ts'
import { createOpenAiCompatibleSpeech } from './openai-compatible.ts'
import { createOpenAiCompatibleTranscriber } from './transcription.ts'

/** The endpoint that the settings name, else espeak-ng if installed, else none: then devices use their own voices. */
export function chooseSpeech(
  settings: Pick<Settings, 'speechBaseUrl' | 'speechApiKey' | 'speechName' | 'speechVoices'>,
): SpeechEngine | null {
  if (settings.speechBaseUrl) {
    return createOpenAiCompatibleSpeech({
      baseUrl: settings.speechBaseUrl,
      apiKey: settings.speechApiKey,
      name: settings.speechName,
      voices: settings.speechVoices,
    })
  }
  return isEspeakInstalled() ? createEspeakSpeech() : null
}

/** The endpoint that the settings name, else none: then browsers may recognise speech themselves. */
export function chooseTranscriber(
  settings: Pick<Settings, 'transcriptionBaseUrl' | 'transcriptionApiKey' | 'transcriptionName'>,
): Transcriber | null {
  if (!settings.transcriptionBaseUrl) return null
  return createOpenAiCompatibleTranscriber({
    baseUrl: settings.transcriptionBaseUrl,
    apiKey: settings.transcriptionApiKey,
    name: settings.transcriptionName,
  })
}
