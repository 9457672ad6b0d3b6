/** What makes pictures. Everything that the product asks of it is here; providers implement it. */
export interface PictureRequest {
  prompt: string
  styleId: string
  size: 'portrait' | 'square' | 'landscape'
  seed: string
  /** which one of a task's pictures this is */
  index: number
  /** a character's face to keep, where one is meant */
  portrait?: unknown
}

export interface MadePicture {
  bytes: Uint8Array
  width: number
  height: number
  /** what it was drawn from, storable, so that the face can be kept */
  spec?: unknown
}

export interface ImageModel {
  kind: 'built_in' | 'openai_compatible' | 'stable_diffusion'
  /** One picture; `onProgress` hears shares from 0 to 1. Rejects when `signal` fires or nothing came. */
  make(request: PictureRequest, options: { signal: AbortSignal; onProgress(share: number): void }): Promise<MadePicture>
}
