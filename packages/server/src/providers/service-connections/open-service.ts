import type { ImageModel } from '../../modules/image-tasks/module.ts'
import type { EmbeddingModel } from '../../modules/memory/module.ts'
import type { ServiceSettings } from '../../modules/models/module.ts'
import type { ModerationModel } from '../../modules/safety/module.ts'
import type { SpeechEngine, Transcriber } from '../../modules/speech/module.ts'
import type { Settings } from '../../platform/config.ts'
import { parseSpeechVoices, speechVoicesSetting } from '../../platform/speech-voices.ts'
import { chooseEmbeddingModel } from '../embedding-model/choose.ts'
import { chooseImageModel } from '../image-model/choose.ts'
import { openModerationModel } from '../moderation-model/choose.ts'
import { createOpenAiCompatibleSpeech } from '../speech/openai-compatible.ts'
import { createOpenAiCompatibleTranscriber } from '../speech/transcription.ts'

/** @throws Error without the name of a model: vectors are stored under it. */
export function openEmbeddings({ baseUrl, apiKey, model }: ServiceSettings): EmbeddingModel {
  const opened = chooseEmbeddingModel({
    embeddingBaseUrl: baseUrl,
    embeddingApiKey: apiKey,
    embeddingName: model,
  })
  if (!opened) throw new Error('a connection for embeddings names its model')
  return opened
}

export function openImages(
  { baseUrl, apiKey, model }: ServiceSettings,
  { imageApi }: Pick<Settings, 'imageApi'>,
): ImageModel {
  return chooseImageModel({ imageBaseUrl: baseUrl, imageApiKey: apiKey, imageName: model, imageApi })
}

export function openSpeech({ baseUrl, apiKey, model, voices }: ServiceSettings): SpeechEngine {
  const names = parseSpeechVoices(speechVoicesSetting.parse(voices ?? undefined))
  return createOpenAiCompatibleSpeech({ baseUrl, apiKey, name: model, voices: names })
}

export function openTranscriber({ baseUrl, apiKey, model }: ServiceSettings): Transcriber {
  return createOpenAiCompatibleTranscriber({ baseUrl, apiKey, name: model })
}

export function openModeration(
  { baseUrl, apiKey, model }: ServiceSettings,
  { moderationApi }: Pick<Settings, 'moderationApi'>,
): ModerationModel {
  return openModerationModel({ baseUrl, apiKey, name: model }, moderationApi)
}

/** Asks the image model that is in use when an image is ordered. */
export function delegatingImageModel(current: () => ImageModel): ImageModel {
  return {
    get kind() {
      return current().kind
    },
    generate: (request, options) => current().generate(request, options),
  }
}
