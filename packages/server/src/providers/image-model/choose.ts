import { type ImageModel, ImageModelError } from '../../modules/image-tasks/module.ts'
import type { Settings } from '../../platform/config.ts'
import { createBuiltInPainter } from './built-in.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { requestBytes } from './image-endpoint.ts'
import { createOpenAiCompatibleImages, type ImageEndpoint } from './openai-compatible.ts'
import { createStableDiffusion } from './stable-diffusion.ts'

const PROBE_TIMEOUT_MS = 3_000

/**
 * The endpoint that the settings name, else the built-in painter. An endpoint's protocol is detected once, when it is
 * first needed, so that the start does not wait for it: Stable Diffusion WebUI answers `/sdapi/v1/progress`, and any
 * other endpoint is assumed to be OpenAI-compatible.
 */
export function chooseImageModel(
  settings: Pick<Settings, 'imageBaseUrl' | 'imageApiKey' | 'imageName' | 'imageApi'>,
): ImageModel {
  const { imageBaseUrl: baseUrl, imageApiKey: apiKey, imageName: name, imageApi } = settings
  if (baseUrl === null) return createBuiltInPainter()
  const endpoint: ImageEndpoint = { baseUrl, apiKey, name }
  const openAi = withCircuitBreaker(createOpenAiCompatibleImages(endpoint))
  const webUi = withCircuitBreaker(createStableDiffusion(endpoint))
  if (imageApi !== 'auto') return imageApi === 'openai' ? openAi : webUi
  let chosen: ImageModel | null = null
  return {
    get kind() {
      return (chosen ?? openAi).kind
    },
    async generate(request, options) {
      const model = chosen ?? ((await isStableDiffusion(endpoint, options.signal)) ? webUi : openAi)
      chosen = model
      return model.generate(request, options)
    },
  }
}

/** @throws ImageModelError when it cannot be reached; then the next image tries again. */
async function isStableDiffusion({ baseUrl }: ImageEndpoint, signal: AbortSignal): Promise<boolean> {
  const base = baseUrl.replace(/\/+$/, '').replace(/\/sdapi\/v1$/, '')
  try {
    const all = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)])
    const bytes = await requestBytes(
      `${base}/sdapi/v1/progress?skip_current_image=true`,
      { method: 'GET', headers: {} },
      all,
    )
    return Buffer.from(bytes).toString('utf8').includes('"progress"')
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ImageModelError)) throw new ImageModelError('timeout')
    if (error.fault === 'unreachable') throw error
    return false
  }
}
