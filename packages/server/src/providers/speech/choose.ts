import type { SpeechEngine } from '../../modules/speech/module.ts'
import type { Settings } from '../../platform/config.ts'
import { createEspeakSpeech, isEspeakInstalled } from './espeak.ts'
import { createOpenAiCompatibleSpeech } from './openai-compatible.ts'

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
