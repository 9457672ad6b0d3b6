import type { OwnedFolder } from '../../platform/owned-folder.ts'

/** A file of a stored image or video. */
export interface MediaFile {
  name: string
  bytes: Uint8Array
}

/** A byte range of a file; first and last are inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** The storage of uploaded files, a folder or a bucket. An image or a video is a few files under one unguessable id. */
export interface MediaStorage extends OwnedFolder {
  /** Stores all files or none; existing ones are kept. */
  place(id: string, files: readonly MediaFile[]): Promise<void>
  /** One of its files, or a byte range of it; null when there is none. */
  read(id: string, name: string, range?: ByteRange): Promise<Uint8Array | null>
  /**
   * The same in chunks, so that a large video is never in memory as a whole; null when there is none. A file that is
   * removed meanwhile is an error.
   */
  stream(id: string, name: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>
  /**
   * A URL outside this server that anyone can read the file by, for so many seconds; null where this server sends it
   * itself. It does not check that there is a file.
   */
  locate(id: string, name: string, seconds: number): Promise<string | null>
  /** The size of one of its files; null when there is none. */
  sizeOf(id: string, name: string): Promise<number | null>
  /** Removes the ids with all their files; missing ones are ignored. */
  remove(ids: readonly string[]): Promise<void>
}

/** A re-encoded image. */
export interface ReencodedImage {
  /** Size of the largest version, in pixels. */
  width: number
  height: number
  files: readonly MediaFile[]
  /** The name of the largest version, or of the video. */
  main: string
  /** The name of a small version. */
  small: string
  /** The blurred image, for media that can be locked. */
  thumbnail: readonly MediaFile[] | null
}

/** A remuxed video. */
export interface RemuxedVideo extends ReencodedImage {
  durationMs: number
}

/** A file is invalid. `poster`: its frames cannot be decoded here, and no poster was sent. */
export class ImageRejected extends Error {
  readonly why: 'kind' | 'pixels' | 'duration' | 'poster'

  constructor(why: ImageRejected['why']) {
    super(why)
    this.why = why
  }
}

/** What an image is re-encoded for. */
export type ImagePurpose = 'avatar' | 'card' | 'locked_image' | 'generated' | 'chat'

/** The IPTC digital source type of a generated image; every file of it carries it (H3). */
export type DigitalSourceType = 'trainedAlgorithmicMedia' | 'algorithmicMedia'

/** Re-encodes an image for its purpose; all metadata is dropped. @throws ImageRejected */
export type ReencodeImage = (
  bytes: Uint8Array,
  purpose: ImagePurpose,
  madeBy?: DigitalSourceType,
) => Promise<ReencodedImage>

/**
 * Remuxes a video without its metadata, and returns it with a poster frame and the blurred image. `poster` is a frame
 * that the uploader's browser drew. @throws ImageRejected
 */
export type RemuxVideo = (bytes: Uint8Array, poster: Uint8Array | null) => Promise<RemuxedVideo>
