import type { Attachment } from '@everkin/contract/types.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { AlbumTile } from '../../ui/album-tile.tsx'
import { buttonClass } from '../../ui/button.tsx'

interface CardAlbumProps {
  items: readonly Attachment[]
  /** Where items are unlocked: the chat with the character; null where none can be started. */
  chatLink: string | null
  /** Omitted for one’s own card. */
  onReport?: ((itemId: string) => void) | undefined
  onBlock?: (() => void) | undefined
}

/** A character's album on its page: locked items show their price and are unlocked in a chat. */
export function CardAlbum({ items, chatLink, onReport, onBlock }: CardAlbumProps) {
  const text = useText()
  return (
    <section>
      <h2 className="title-2">{text('albums.title')}</h2>
      <ul className="album-grid">
        {items.map((item) => (
          <li key={item.id}>
            <AlbumTile
              item={item}
              {...(onReport && { onReport })}
              {...(onBlock && { onBlock })}
              offer={
                item.price > 0 ? (
                  chatLink === null ? (
                    <p className="caption figures">{text('wallet.coins', { count: item.price })}</p>
                  ) : (
                    <Link className={buttonClass('quiet', 'small')} to={chatLink}>
                      {text('albums.unlockInChat')}
                      <span className="caption figures">{text('wallet.coins', { count: item.price })}</span>
                    </Link>
                  )
                ) : null
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
