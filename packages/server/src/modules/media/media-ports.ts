import type { OwnedFolder } from '../../platform/owned-folder.ts'

/** A file of a stored picture or video. */
export interface MediaFile {
  name: string
  bytes: Uint8Array
}

/** Which bytes of a file: from the first to the last, both counted. */
export interface ByteRange {
  start: number
  end: number
}

/** Where uploaded files lie. A picture or a video is a few files under one name that nobody can guess. */
export interface MediaStorage extends OwnedFolder {
  /** Stores all files of one or none; where they lie already, they stay. */
  place(id: string, files: readonly MediaFile[]): Promise<void>
  /** One of its files, or some bytes of it; null where there is none. */
  read(id: string, name: string, range?: ByteRange): Promise<Uint8Array | null>
  /** How large one of its files is; null where there is none. */
  sizeOf(id: string, name: string): Promise<number | null>
  /** Removes them with all their files; those that are gone already do no harm. */
  remove(ids: readonly string[]): Promise<void>
}

/** A picture as it was painted anew. */
export interface ReencodedImage {
  /** Of the largest. */
  width: number
  height: number
  files: readonly MediaFile[]
  /** The name of the largest, or of the video. */
  main: string
  /** The name of a small picture. */
  small: string
  /** The blurred picture, where it can be locked. */
  thumbnail: readonly MediaFile[] | null
}

/** A video as it is kept. */
export interface RemuxedVideo extends ReencodedImage {
  durationMs: number
}

/** Something about a file is not as it should be. `poster`: its pictures can not be read here, and no frame came along. */
export class ImageRejected extends Error {
  readonly why: 'kind' | 'pixels' | 'duration' | 'poster'

  constructor(why: ImageRejected['why']) {
    super(why)
    this.why = why
  }
}

/** For what a picture is painted. */
export type ImagePurpose = 'avatar' | 'card' | 'locked_image' | 'generated'

/** Which kind of machine made a picture, in the words of the IPTC; every file of it says so (H3). */
export type DigitalSourceType = 'trainedAlgorithmicMedia' | 'algorithmicMedia'

/** Paints a picture anew for its purpose; what the file held beside its pixels is gone. @throws PictureRefused */
export type ReencodeImage = (
  bytes: Uint8Array,
  purpose: ImagePurpose,
  madeBy?: DigitalSourceType,
) => Promise<ReencodedImage>

/**
 * Writes a video anew without what the file says beside its pictures and sound, with a frame of it and the blurred
 * picture. `poster` is a frame that the uploader's browser drew. @throws PictureRefused
 */
export type RemuxVideo = (bytes: Uint8Array, poster: Uint8Array | null) => Promise<RemuxedVideo>
