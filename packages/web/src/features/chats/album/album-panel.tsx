import type { Attachment } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { useWallet } from '../../../session/wallet.ts'
import { useConversation } from '../context/conversation-context.ts'
import { PanelFrame } from '../panels/panel-frame.tsx'
import { AlbumItem } from './album-item.tsx'
import { loadAlbum } from './album-store.ts'

/** The album of every character in the chat: third pane on wide screens, full screen on phones. */
export function AlbumPanel({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <PanelFrame title={text('albums.title')} onClose={onClose}>
      <AlbumRows hasHeading={false} />
    </PanelFrame>
  )
}

/** The items of the album; if there are none, nothing in the about pane and a sentence in the album panel. */
export function AlbumRows({ hasHeading }: { hasHeading: boolean }) {
  const text = useText()
  const { chat } = useConversation()
  const coins = useWallet()?.coin_num ?? null
  const [items, setItems] = useState<Attachment[] | null>(null)
  useEffect(() => {
    let isGone = false
    loadAlbum(chat.chatId).then(
      (all) => isGone || setItems(all),
      () => isGone || setItems([]),
    )
    return () => {
      isGone = true
    }
  }, [chat])
  if (!items) return null
  if (items.length === 0) return hasHeading ? null : <p className="muted">{text('albums.empty')}</p>
  return (
    <section>
      {hasHeading ? <h3 className="title-3">{text('albums.title')}</h3> : null}
      {coins !== null && items.some((item) => item.locked && item.price > 0) ? (
        <p className="caption muted album-balance">{text('albums.balance', { count: coins })}</p>
      ) : null}
      <ul className="album-grid">
        {items.map((item) => (
          <li key={item.id}>
            <AlbumItem item={item} isSmall />
          </li>
        ))}
      </ul>
    </section>
  )
}
