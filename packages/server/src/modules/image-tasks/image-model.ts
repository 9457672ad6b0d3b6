export interface ImageRequest {
  /** The prompt, in the person's own words and language. */
  prompt: string
  styleId: string
  size: 'portrait' | 'square' | 'landscape'
  /** The same prompt and seed give the same face. */
  seed: string
  /** The index of the image in its task, from 0; each is another view. */
  index: number
  /** The character whose face to keep, if any. */
  portrait?: unknown
}

export interface GeneratedImage {
  /** PNG, JPEG or WebP; re-encoded before it is stored. */
  bytes: Uint8Array
  width: number
  height: number
  /** A storable description of what was drawn, so that the face can be kept. */
  spec?: unknown
}

/** An image model. Every provider fault is an `ImageModelError`. */
export interface ImageModel {
  kind: 'built_in' | 'openai_compatible' | 'stable_diffusion'
  /**
   * Generates one image. `onProgress` receives only the provider's own progress, from 0 to 1.
   * @throws ImageModelError; the signal's own reason when it was aborted.
   */
  generate(
    request: ImageRequest,
    options: { signal: AbortSignal; onProgress(share: number): void },
  ): Promise<GeneratedImage>
}

/** `rejected`: the provider does not generate this image; `refused`: it denies us access. */
export type ImageFault = 'unreachable' | 'timeout' | 'rate_limited' | 'overloaded' | 'garbled' | 'refused' | 'rejected'

/** Why an image was not generated. Contains no word, address or key of the provider's. */
export class ImageModelError extends Error {
  readonly fault: ImageFault
  /** How long the provider asked us to wait. */
  readonly retryAfterMs: number | null

  constructor(fault: ImageFault, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(fault, { cause: options.cause })
    this.name = 'ImageModelError'
    this.fault = fault
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}
