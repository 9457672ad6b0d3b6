/** A file of a stored picture. */
export interface MediaFile {
  name: string
  bytes: Uint8Array
}

/** Where uploaded pictures lie. A picture is a few files under one name that nobody can guess. */
export interface MediaFiles {
  /** Stores all files of a picture or none. */
  place(id: string, files: readonly MediaFile[]): Promise<void>
  /** One of its files; null where there is none. */
  read(id: string, name: string): Promise<Uint8Array | null>
  /** Removes pictures with all their files; those that are gone already do no harm. */
  remove(ids: readonly string[]): Promise<void>
  /** The pictures that were placed before this moment. */
  listBefore(moment: Date): Promise<string[]>
}

/** A picture as it was painted anew. */
export interface Repainted {
  /** Of the largest. */
  width: number
  height: number
  files: readonly MediaFile[]
}

/** Something about a picture is not as it should be: what it is, or how large. */
export class PictureRefused extends Error {
  readonly why: 'kind' | 'pixels'

  constructor(why: 'kind' | 'pixels') {
    super(why)
    this.why = why
  }
}

/** Paints an uploaded picture anew for its purpose; what the file held beside its pixels is gone. @throws PictureRefused */
export type Repaint = (bytes: Uint8Array) => Promise<Repainted>
