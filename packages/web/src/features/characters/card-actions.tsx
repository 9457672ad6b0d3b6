import type { SingleCard } from '@everkin/contract/types.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LikeButton } from './like-button.tsx'
import { ShareButton } from './share-button.tsx'

interface CardActionsProps {
  card: Pick<SingleCard, 'id' | 'name' | 'tagline' | 'liked' | 'like_count'>
  /** Runs an action for a signed-in person, otherwise after sign-in. */
  requireSignIn: (action: () => void) => void
  /** Text of the button that starts the chat. */
  startText: string
  /** Undefined if the character cannot be chatted with yet. */
  onStart: (() => void) | undefined
  /** Omit it if the card cannot be sent to a friend. */
  onInvite?: () => void
}

/** Start, like and share: beside the book on wide screens, in the bottom bar on phones. */
export function CardActions({ card, requireSignIn, startText, onStart, onInvite }: CardActionsProps) {
  const text = useText()
  const start = onStart ? (
    <Button variant="primary" size="large" wide onClick={onStart}>
      {startText}
    </Button>
  ) : null
  return (
    <>
      <div className="card-actions">
        {start}
        {start ? (
          <div className="card-actions-more">
            <LikeButton card={card} requireSignIn={requireSignIn} />
            <ShareButton name={card.name} tagline={card.tagline} />
          </div>
        ) : null}
        {onInvite ? <InviteButton onInvite={onInvite} /> : null}
        <p className="small faint fiction-line">
          <Icon name="book-open" size="tiny" />
          <span>{text('chats.ai.notice', { name: card.name })}</span>
        </p>
      </div>
      {start ? (
        <div className="action-bar">
          {start}
          <LikeButton card={card} requireSignIn={requireSignIn} square />
          <ShareButton name={card.name} tagline={card.tagline} square />
        </div>
      ) : null}
    </>
  )
}

/** Also at the end of the page on phones, where the actions are in the bar. */
export function InviteButton({ onInvite }: { onInvite: () => void }) {
  const text = useText()
  return (
    <Button wide onClick={onInvite}>
      <Icon name="paper-plane-right" size="small" mirror />
      {text('invitations.action')}
    </Button>
  )
}
