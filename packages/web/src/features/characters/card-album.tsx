import type { Attachment } from '@everkin/contract/types.ts'
import { useText } from '../../i18n/use-text.ts'
import { AlbumTile } from '../../ui/album-tile.tsx'

/** A character's album on its page: locked items show their price and are unlocked in a chat. */
export function CardAlbum({ items }: { items: readonly Attachment[] }) {
  const text = useText()
  return (
    <section>
      <h2 className="title-3">{text('albums.title')}</h2>
      <ul className="album-grid">
        {items.map((item) => (
          <li key={item.id}>
            <AlbumTile
              item={item}
              offer={
                item.price > 0 ? (
                  <>
                    <p className="figures">{text('wallet.coins', { count: item.price })}</p>
                    <p className="caption">{text('albums.inChat')}</p>
                  </>
                ) : null
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
