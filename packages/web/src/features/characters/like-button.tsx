import type { SingleCard } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'

interface LikeButtonProps {
  card: Pick<SingleCard, 'id' | 'liked' | 'like_count'>
  /** Runs an action for a signed-in person, otherwise after sign-in. */
  requireSignIn: (action: () => void) => void
  square?: boolean
}

/** Shows the like optimistically and reverts it if the server refuses. */
export function LikeButton({ card, requireSignIn, square = false }: LikeButtonProps) {
  const text = useText()
  const format = useFormat()
  const toasts = useToast()
  const [liked, setLiked] = useState(card.liked)
  const likes = card.like_count + Number(liked) - Number(card.liked)

  async function set(on: boolean) {
    setLiked(on)
    try {
      await callApi('POST /api/chat/like', { body: { card_id: card.id, on } })
    } catch (failure) {
      setLiked(!on)
      toasts.show(errorMessage(failure, text), 'error')
    }
  }

  const label = text(liked ? 'characters.card.liked' : 'characters.card.like')
  return (
    <Button
      className={`${square ? 'button-square' : ''}${liked && !card.liked ? ' like-fills' : ''}`}
      aria-pressed={liked}
      title={label}
      onClick={() => requireSignIn(() => void set(!liked))}
    >
      <Icon name={liked ? 'heart-fill' : 'heart'} size={square ? 'normal' : 'small'} />
      <span className="visually-hidden">{label}</span>
      {square || likes === 0 ? null : <span className="figures">{format.number(likes)}</span>}
    </Button>
  )
}
