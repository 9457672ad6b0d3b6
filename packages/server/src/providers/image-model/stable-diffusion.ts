import { setTimeout as wait } from 'node:timers/promises'
import { type ImageModel, PictureFailed, type PictureRequest } from '../../domains/pictures/image-model.ts'
import { askJson, within } from './ask.ts'
import type { ImageEndpoint } from './openai-compatible.ts'
import { NEVER, numberOfSeed, promptWords } from './prompt-words.ts'
import { sizeOfPicture } from './size-of-picture.ts'

const WITHIN_MS = 300_000
const ASK_PROGRESS_EVERY_MS = 1_000

const SIZES: Record<PictureRequest['size'], { width: number; height: number }> = {
  portrait: { width: 768, height: 1024 },
  square: { width: 896, height: 896 },
  landscape: { width: 1024, height: 768 },
}

/**
 * The API of Stable Diffusion WebUI (`--api`). It makes one picture at a time and tells how far it is; a picture that
 * nobody wants any more is broken off there too.
 */
export function createStableDiffusion(endpoint: ImageEndpoint & { progressEveryMs?: number }): ImageModel {
  const base = endpoint.baseUrl.replace(/\/+$/, '').replace(/\/sdapi\/v1$/, '')
  const headers = { 'content-type': 'application/json', ...authorization(endpoint.apiKey) }
  // The progress is of whatever is being made there, so only one of ours may be.
  let last: Promise<unknown> = Promise.resolve()

  async function make(request: PictureRequest, signal: AbortSignal, onProgress: (share: number) => void) {
    const done = new AbortController()
    const body = JSON.stringify({
      prompt: promptWords(request),
      negative_prompt: NEVER,
      seed: numberOfSeed(request.seed, request.index),
      ...SIZES[request.size],
      batch_size: 1,
      n_iter: 1,
      ...(endpoint.name && { override_settings: { sd_model_checkpoint: endpoint.name } }),
    })
    const watching = watch(AbortSignal.any([signal, done.signal]), onProgress)
    try {
      const answer = await askJson(`${base}/sdapi/v1/txt2img`, { method: 'POST', headers, body }, signal)
      const image: unknown = Array.isArray(answer.images) ? answer.images[0] : null
      if (typeof image !== 'string') throw new PictureFailed('garbled')
      const bytes = Buffer.from(image.replace(/^data:[^,]*,/, ''), 'base64')
      return { bytes, ...sizeOfPicture(bytes) }
    } catch (error) {
      if (signal.aborted) await breakOff()
      throw error
    } finally {
      done.abort()
      await watching
    }
  }

  async function watch(signal: AbortSignal, onProgress: (share: number) => void): Promise<void> {
    const every = endpoint.progressEveryMs ?? ASK_PROGRESS_EVERY_MS
    try {
      for (;;) {
        await wait(every, null, { signal, ref: false })
        const url = `${base}/sdapi/v1/progress?skip_current_image=true`
        const { progress } = await askJson(url, { method: 'GET', headers }, signal)
        if (typeof progress === 'number' && progress > 0 && progress <= 1) onProgress(progress)
      }
    } catch {
      // The picture itself says what went wrong; without an answer there is just no progress to tell.
    }
  }

  async function breakOff(): Promise<void> {
    const url = `${base}/sdapi/v1/interrupt`
    await askJson(url, { method: 'POST', headers, body: '{}' }, AbortSignal.timeout(2_000)).catch(() => undefined)
  }

  return {
    kind: 'stable_diffusion',
    make(request, { signal, onProgress }) {
      const mine = last.then(() => {
        signal.throwIfAborted()
        return within(endpoint.withinMs ?? WITHIN_MS, signal, (signal) => make(request, signal, onProgress))
      })
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

/** The WebUI knows names and passwords (`--api-auth`); what stands before it may want a token. */
function authorization(apiKey: string | null): Record<string, string> {
  if (apiKey === null) return {}
  const isPair = apiKey.includes(':')
  return { authorization: isPair ? `Basic ${Buffer.from(apiKey).toString('base64')}` : `Bearer ${apiKey}` }
}
