import type { LibraryAlbums } from '../../domains/albums/library-albums.ts'
import { paintAlbumItem, posterOf, readLibraryAlbums } from './library-albums.ts'

/** The library's albums as the house's painter paints them. */
export const libraryAlbums: LibraryAlbums = {
  read: readLibraryAlbums,
  async paint(characterId, itemId) {
    const item = await paintAlbumItem(characterId, itemId)
    if (!item.mediaType.startsWith('video/')) return { picture: item.bytes, clip: null }
    const poster = await posterOf(characterId, itemId)
    return { picture: poster.bytes, clip: { bytes: item.bytes, durationMs: item.durationMs ?? null } }
  },
}
