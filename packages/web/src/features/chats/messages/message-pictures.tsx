import type { Attachment, Message } from '@everkin/contract/types.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import '../../../ui/styles/album.css'
import './message-pictures.css'

// Loaded when a picture is opened.
const AlbumView = lazy(async () => ({ default: (await import('../../../ui/album-view.tsx')).AlbumView }))

/** The pictures of the person's own message. Each opens in full; its alternative text is what a model saw in it. */
export function MessagePictures({ message }: { message: Message }) {
  const text = useText()
  const { labelled } = useFormat()
  const [items, setItems] = useState<readonly Attachment[]>(message.attachments)
  const [shown, setShown] = useState<Attachment | null>(null)
  const hasRenewed = useRef(false)
  const nameOf = (item: Attachment) => item.caption || text('chats.pictures.own')
  // Signed URLs expire after some minutes; a page from the cache may have old ones.
  const renew = () => {
    if (hasRenewed.current) return
    hasRenewed.current = true
    const query = { chat_id: message.chat_id, before_seq: message.seq + 1, limit: 1 }
    callApi('GET /api/chat/getMessages', { query }).then(
      ({ list }) => list[0]?.id === message.id && setItems(list[0].attachments),
      () => undefined, // the picture simply remains broken
    )
  }
  return (
    <>
      <div className="message-pictures" data-count={items.length}>
        {items.map((item) => (
          <button
            type="button"
            key={item.id}
            className="message-picture"
            aria-label={labelled(text('albums.show'), nameOf(item))}
            onClick={() => setShown(item)}
          >
            <img src={item.thumbnail} width={item.width} height={item.height} alt="" loading="lazy" onError={renew} />
          </button>
        ))}
      </div>
      {items.some(({ caption }) => caption === '') ? (
        <p className="message-mark">
          <Icon name="eye-slash" size="tiny" />
          {text('chats.pictures.notSeen')}
        </p>
      ) : null}
      {shown ? (
        <Suspense fallback={null}>
          <AlbumView
            item={shown}
            name={nameOf(shown)}
            title={text('chats.pictures.own')}
            onReport={undefined}
            onClose={() => setShown(null)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
