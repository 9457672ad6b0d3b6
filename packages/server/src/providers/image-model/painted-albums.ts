import type { LibraryAlbums } from '../../domains/albums/library-albums.ts'
import { paintAlbumItem, posterOf, readLibraryAlbums } from './library-albums.ts'

/** The library's albums as the house's painter paints them. */
export const libraryAlbums: LibraryAlbums = {
  read: readLibraryAlbums,
  picture: async (characterId, itemId) => (await posterOf(characterId, itemId)).bytes,
  async clip(characterId, itemId) {
    const item = await paintAlbumItem(characterId, itemId)
    return item.mediaType === 'video/webm' ? { bytes: item.bytes, durationMs: item.durationMs ?? null } : null
  },
}
