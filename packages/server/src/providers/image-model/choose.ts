import { type ImageModel, PictureFailed } from '../../domains/pictures/image-model.ts'
import type { Settings } from '../../platform/config.ts'
import { ask } from './ask.ts'
import { createBuiltInPainter } from './built-in.ts'
import { createOpenAiCompatibleImages, type ImageEndpoint } from './openai-compatible.ts'
import { createStableDiffusion } from './stable-diffusion.ts'
import { withBreaker } from './with-breaker.ts'

const PROBE_MS = 3_000

/**
 * The endpoint that the settings name, else the painter of the house. Which protocol an endpoint speaks it is asked once,
 * when it is first needed, so that a start does not wait for it: Stable Diffusion WebUI answers `/sdapi/v1/progress`,
 * and everything else is taken for one of OpenAI's kind.
 */
export function chooseImageModel(
  settings: Pick<Settings, 'imageBaseUrl' | 'imageApiKey' | 'imageName' | 'imageApi'>,
): ImageModel {
  const { imageBaseUrl: baseUrl, imageApiKey: apiKey, imageName: name, imageApi } = settings
  if (baseUrl === null) return createBuiltInPainter()
  const endpoint: ImageEndpoint = { baseUrl, apiKey, name }
  const openAi = withBreaker(createOpenAiCompatibleImages(endpoint))
  const webUi = withBreaker(createStableDiffusion(endpoint))
  if (imageApi !== 'auto') return imageApi === 'openai' ? openAi : webUi
  let chosen: ImageModel | null = null
  return {
    get kind() {
      return (chosen ?? openAi).kind
    },
    async make(request, options) {
      const model = chosen ?? ((await probe(endpoint, options.signal)) ? webUi : openAi)
      chosen = model
      return model.make(request, options)
    },
  }
}

/** @throws PictureFailed when it can not be reached: then it is asked again with the next picture. */
async function probe({ baseUrl }: ImageEndpoint, signal: AbortSignal): Promise<boolean> {
  const base = baseUrl.replace(/\/+$/, '').replace(/\/sdapi\/v1$/, '')
  try {
    const all = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)])
    const bytes = await ask(`${base}/sdapi/v1/progress?skip_current_image=true`, { method: 'GET', headers: {} }, all)
    return Buffer.from(bytes).toString('utf8').includes('"progress"')
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof PictureFailed)) throw new PictureFailed('timeout')
    if (error.fault === 'unreachable') throw error
    return false
  }
}
