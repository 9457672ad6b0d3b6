import { createHash } from 'node:crypto'
import {
  type GeneratedImage,
  type ImageFault,
  type ImageModel,
  ImageModelError,
  type ImageRequest,
} from '@everkin/server/modules/image-tasks/image-model.ts'
import type { ReencodeImage } from '@everkin/server/modules/media/media-ports.ts'
import { createImageReencoder } from '@everkin/server/providers/media/reencode-image.ts'

/** The outcome of an image: made, failed, or never answered. */
type Painting = 'made' | 'never' | ImageFault

export interface FakeImageModel extends ImageModel {
  /** The requests, newest last. */
  readonly requests: ImageRequest[]
  /** The number of images under way. */
  readonly open: number
  /** Sets the outcome of each image from now on; `at` counts from 0 over all requests. */
  behave(how: (request: ImageRequest, at: number) => Painting | Promise<Painting>): void
}

/** Answers at once, or as a test configures it. */
export function createFakeImageModel(): FakeImageModel {
  const requests: ImageRequest[] = []
  let how: Parameters<FakeImageModel['behave']>[0] = () => 'made'
  let open = 0
  return {
    kind: 'built_in',
    requests,
    get open() {
      return open
    },
    behave(next) {
      how = next
    },
    async generate(request, { signal }): Promise<GeneratedImage> {
      requests.push(request)
      open += 1
      try {
        const painting = await how(request, requests.length - 1)
        if (painting === 'never') await left(signal)
        else if (painting !== 'made') throw new ImageModelError(painting)
        signal.throwIfAborted()
        return { bytes: TINY_PICTURE, width: 30, height: 40, spec: { hair: 'red', seed: request.seed } }
      } finally {
        open -= 1
      }
    },
  }
}

/** A small PNG, 30 by 40. */
export const TINY_PICTURE: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAB4AAAAoCAMAAADezbogAAAAA1BMVEWqZjP/4khbAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQ4jWNgGAWjYBSMguEFAATYAAF1P0jbAAAAAElFTkSuQmCC',
  'base64',
)

/**
 * The real re-encoder, called once for the same image: the fake model always makes the same one, and encoding it in
 * every width takes longer than the rest of a test.
 */
export function createCachedImageReencoder(): ReencodeImage {
  const reencode = createImageReencoder()
  const results = new Map<string, ReturnType<ReencodeImage>>()
  return (bytes, purpose, madeBy) => {
    const key = `${purpose} ${madeBy} ${createHash('sha256').update(bytes).digest('hex')}`
    const result = results.get(key) ?? reencode(bytes, purpose, madeBy)
    results.set(key, result)
    return result
  }
}

function left(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
