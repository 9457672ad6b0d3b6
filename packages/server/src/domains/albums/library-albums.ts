/** An item of an album that comes with the software. */
export interface LibraryItem {
  id: string
  kind: 'image' | 'video'
  locked: boolean
  /** By language. */
  captions: Readonly<Record<string, string>>
}

/** The port to what paints the library's albums. The same item always gives the same picture. */
export interface LibraryAlbums {
  /** By the id of the character, in order. */
  read(): ReadonlyMap<string, readonly LibraryItem[]>
  /** The item, or the picture that stands for a clip. */
  picture(characterId: string, itemId: string): Promise<Uint8Array>
  /** A clip takes seconds. Null for an item that is none. */
  clip(characterId: string, itemId: string): Promise<{ bytes: Uint8Array; durationMs: number | null } | null>
}
