import type { Attachment } from '@everkin/contract/types.ts'
import { AlbumItem } from './album-item.tsx'

/** What came with a message. */
export function MessageAlbum({ items }: { items: readonly Attachment[] }) {
  return items.map((item) => (
    <div className="message-album" key={item.id}>
      <AlbumItem item={item} />
    </div>
  ))
}
