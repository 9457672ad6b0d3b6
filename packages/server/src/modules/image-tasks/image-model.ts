export interface ImageRequest {
  /** What was asked for, in the person's own words and language. */
  prompt: string
  styleId: string
  size: 'portrait' | 'square' | 'landscape'
  /** The same words and seed give the same face. */
  seed: string
  /** Which picture of its task, from 0: each another view. */
  index: number
  /** A character's face to keep, where one is meant. */
  portrait?: unknown
}

export interface GeneratedImage {
  /** PNG, JPEG or WebP; it is painted anew before it is kept. */
  bytes: Uint8Array
  width: number
  height: number
  /** What it was drawn from, storable, so that the face can be kept. */
  spec?: unknown
}

/** What makes pictures. Everything that comes of a provider's fault is a `PictureFailed`. */
export interface ImageModel {
  kind: 'built_in' | 'openai_compatible' | 'stable_diffusion'
  /**
   * Makes one picture. `onProgress` is told only what the provider itself knows, from 0 to 1.
   * @throws PictureFailed; the signal's own reason when it was aborted.
   */
  generate(
    request: ImageRequest,
    options: { signal: AbortSignal; onProgress(share: number): void },
  ): Promise<GeneratedImage>
}

/** `rejected`: it would not make this picture; `refused`: it would not let us in. */
export type ImageFault = 'unreachable' | 'timeout' | 'rate_limited' | 'overloaded' | 'garbled' | 'refused' | 'rejected'

/** Why a picture was not made. Holds no word, address or key of the provider's. */
export class ImageModelError extends Error {
  readonly fault: ImageFault
  /** How long the provider asked to be left alone. */
  readonly retryAfterMs: number | null

  constructor(fault: ImageFault, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(fault, { cause: options.cause })
    this.name = 'PictureFailed'
    this.fault = fault
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}
