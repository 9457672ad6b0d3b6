/** An item of an album that comes with the software. */
export interface LibraryItem {
  id: string
  kind: 'image' | 'video'
  locked: boolean
  /** By language. */
  captions: Readonly<Record<string, string>>
}

/** An item as it was painted: its picture, and its clip where it is one. */
export interface PaintedItem {
  picture: Uint8Array
  clip: { bytes: Uint8Array; durationMs: number | null } | null
}

/** The port to what paints the library's albums. */
export interface LibraryAlbums {
  /** By the id of the character, in order. */
  read(): ReadonlyMap<string, readonly LibraryItem[]>
  /** The same item always gives the same picture. */
  paint(characterId: string, itemId: string): Promise<PaintedItem>
}
