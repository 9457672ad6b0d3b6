import type { Attachment } from '@everkin/contract/types.ts'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage, isApiError } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'
import { useSession } from '../../../session/session.tsx'
import { useRefreshWallet, useWallet } from '../../../session/wallet.ts'
import { AlbumTile } from '../../../ui/album-tile.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useConversation } from '../context/conversation-context.ts'
import { loadAlbum, mergeItems, useAlbumItem } from './album-store.ts'

interface AlbumItemProps {
  item: Attachment
  /** In the album, where tiles are narrow and the balance is shown above them. */
  isSmall?: boolean
}

/** An item of the album in a chat; once unlocked, the picture replaces the blurred preview. */
export function AlbumItem({ item: initialItem, isSmall = false }: AlbumItemProps) {
  const { chat, report, block } = useConversation()
  const { person } = useSession()
  const item = useAlbumItem(initialItem)
  const hasRenewed = useRef(false)
  const [isAsked, setAsked] = useState(false)
  const renew = () => {
    if (hasRenewed.current) return
    hasRenewed.current = true
    void loadAlbum(chat.chatId).catch(() => undefined) // the picture simply remains broken
  }
  return (
    <AlbumTile
      item={item}
      offer={
        item.locked && item.price > 0 && !person?.offers_paused ? (
          <UnlockOffer item={item} isSmall={isSmall} onUnlock={() => setAsked(true)} />
        ) : null
      }
      takesFocus={isAsked}
      onReport={(id) => report(id, 'image')}
      onBlock={() => block(chat.snapshot().chat.card.id)}
      onBroken={renew}
    />
  )
}

interface UnlockOfferProps {
  item: Attachment
  isSmall: boolean
  onUnlock: () => void
}

/** A button with the price, and the balance below it; with too few coins it links to the coin shop. */
function UnlockOffer({ item, isSmall, onUnlock }: UnlockOfferProps) {
  const text = useText()
  const toasts = useToast()
  const { chat, links } = useConversation()
  const { setWallet } = useSession()
  const coins = useWallet()?.coin_num ?? null
  const refreshWallet = useRefreshWallet()
  const key = useRef(randomUuid())
  useEffect(() => void refreshWallet(), [refreshWallet])
  const isShort = coins !== null && coins < item.price
  const price = text('wallet.coins', { count: item.price })
  const balance = isSmall || coins === null ? null : text('albums.balance', { count: coins })
  const words = [isShort ? price : null, balance].filter((part) => part !== null).join(' · ')

  const { run: unlock, isBusy } = useMutation(
    async () => {
      onUnlock()
      const body = {
        chat_id: chat.chatId,
        attachment_id: item.id,
        shown_price: item.price,
        idempotency_key: key.current,
      }
      const requestedAt = performance.now()
      const done = await callApi('POST /api/chat.Single/unlockImgByThumbnail', { body })
      setWallet(done.wallet, requestedAt)
      mergeItems([done.attachment])
      toasts.show(text('albums.unlocked'))
    },
    {
      toastsErrors: true,
      staysBusy: true,
      onError: (error) => {
        if (isApiError(error, 'NotEnoughCoins')) void refreshWallet()
        // If only the response was lost, it is unlocked anyway; a retry with the same key charges nothing.
        // If the price has gone up in the meantime, the button must show the new one.
        if (isApiError(error, 'Network') || isApiError(error, 'Conflict'))
          void loadAlbum(chat.chatId).catch(() => undefined) // pressing again asks the server in any case
        return errorMessage(error, text)
      },
    },
  )

  return (
    <>
      {isShort ? (
        links.price !== null && (
          <Link className={buttonClass('primary', 'small')} to={links.price}>
            {text('albums.getCoins')}
          </Link>
        )
      ) : (
        <Button
          variant="primary"
          size="small"
          busy={isBusy}
          aria-label={text('albums.unlock', { count: item.price })}
          onClick={() => void unlock()}
        >
          {isSmall ? price : text('albums.unlock', { count: item.price })}
        </Button>
      )}
      <p className="caption" role="status">
        {isBusy ? text('albums.preparing') : null}
      </p>
      {isBusy || words === '' ? null : <p className="caption">{words}</p>}
    </>
  )
}

/** The attachments of a message. */
export function MessageAlbum({ items }: { items: readonly Attachment[] }) {
  return items.map((item) => (
    <div className="message-album" key={item.id}>
      <AlbumItem item={item} />
    </div>
  ))
}
