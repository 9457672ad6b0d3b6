import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { type ImageModel, ImageModelError, type ImageRequest } from '../../modules/image-tasks/module.ts'
import {
  buildImagePrompt,
  NEGATIVE_PROMPT,
  numericSeed,
  readPngSize,
  requestJson,
  withTimeout,
} from './image-endpoint.ts'
import type { ImageEndpoint } from './openai-compatible.ts'

const IMAGE_TIMEOUT_MS = 300_000
const PROGRESS_INTERVAL_MS = 1_000

const SIZES: Record<ImageRequest['size'], { width: number; height: number }> = {
  portrait: { width: 768, height: 1024 },
  square: { width: 896, height: 896 },
  landscape: { width: 1024, height: 768 },
}

/**
 * The API of Stable Diffusion WebUI (`--api`). It generates one image at a time and reports progress; a cancelled image
 * is interrupted there too.
 */
export function createStableDiffusion(endpoint: ImageEndpoint & { progressEveryMs?: number }): ImageModel {
  const base = endpoint.baseUrl.replace(/\/+$/, '').replace(/\/sdapi\/v1$/, '')
  const headers = { 'content-type': 'application/json', ...authorization(endpoint.apiKey) }
  // Progress is that of whatever the WebUI is generating, so only one of our requests may run.
  const limit = pLimit(1)

  async function make(request: ImageRequest, signal: AbortSignal, onProgress: (share: number) => void) {
    const done = new AbortController()
    const body = JSON.stringify({
      prompt: buildImagePrompt(request),
      negative_prompt: NEGATIVE_PROMPT,
      seed: numericSeed(request.seed, request.index),
      ...SIZES[request.size],
      batch_size: 1,
      n_iter: 1,
      ...(endpoint.name && { override_settings: { sd_model_checkpoint: endpoint.name } }),
    })
    const polling = pollProgress(AbortSignal.any([signal, done.signal]), onProgress)
    try {
      const answer = await requestJson(`${base}/sdapi/v1/txt2img`, { method: 'POST', headers, body }, signal)
      const image: unknown = Array.isArray(answer.images) ? answer.images[0] : null
      if (typeof image !== 'string') throw new ImageModelError('garbled')
      const bytes = Buffer.from(image.replace(/^data:[^,]*,/, ''), 'base64')
      return { bytes, ...readPngSize(bytes) }
    } catch (error) {
      if (signal.aborted) await interrupt()
      throw error
    } finally {
      done.abort()
      await polling
    }
  }

  async function pollProgress(signal: AbortSignal, onProgress: (share: number) => void): Promise<void> {
    const intervalMs = endpoint.progressEveryMs ?? PROGRESS_INTERVAL_MS
    try {
      for (;;) {
        await wait(intervalMs, null, { signal, ref: false })
        const url = `${base}/sdapi/v1/progress?skip_current_image=true`
        const { progress } = await requestJson(url, { method: 'GET', headers }, signal)
        if (typeof progress === 'number' && progress > 0 && progress <= 1) onProgress(progress)
      }
    } catch {
      // A fault shows in the image request itself; without an answer there is just no progress to report.
    }
  }

  async function interrupt(): Promise<void> {
    const url = `${base}/sdapi/v1/interrupt`
    await requestJson(url, { method: 'POST', headers, body: '{}' }, AbortSignal.timeout(2_000)).catch(() => undefined)
  }

  return {
    kind: 'stable_diffusion',
    generate: (request, { signal, onProgress }) =>
      limit(() => {
        signal.throwIfAborted()
        return withTimeout(endpoint.timeoutMs ?? IMAGE_TIMEOUT_MS, signal, (signal) =>
          make(request, signal, onProgress),
        )
      }),
  }
}

/** The WebUI uses names and passwords (`--api-auth`); a proxy in front of it may require a token. */
function authorization(apiKey: string | null): Record<string, string> {
  if (apiKey === null) return {}
  const isPair = apiKey.includes(':')
  return { authorization: isPair ? `Basic ${Buffer.from(apiKey).toString('base64')}` : `Bearer ${apiKey}` }
}
