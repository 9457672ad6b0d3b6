import type { ApiBody } from '@everkin/contract/api-types.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, callApi } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Arch } from '../../ui/portrait.tsx'

interface StartChatProps {
  card: { name: string; avatar: string | null }
  body: ApiBody<'POST /api/chat/start'>
  exploreLink: string
  onStarted: (chat: Chat) => void
  /** The server wants an age first. */
  onAgeUnknown: (then: () => void) => void
}

/** Starts or resumes the chat that an address with a card names: by a post from here, since reading changes nothing. */
export function StartChat({ card, body, exploreLink, onStarted, onAgeUnknown }: StartChatProps) {
  const text = useText()
  const [failure, setFailure] = useState<string | null>(null)
  const { card_id, group_id, fresh } = body

  const start = useCallback(async () => {
    setFailure(null)
    try {
      onStarted(await callApi('POST /api/chat/start', { body: { card_id, group_id, fresh } }))
    } catch (error) {
      if (isAgeUnknown(error)) onAgeUnknown(() => void start())
      setFailure(error instanceof Error ? error.message : text('errors.internal'))
    }
  }, [card_id, group_id, fresh, onStarted, onAgeUnknown, text])

  useEffect(() => {
    void start()
  }, [start])

  return (
    <div className="start-chat">
      <Arch url={card.avatar} name={card.name} size="huge" />
      <h1 className="title-2" dir="auto">
        {card.name}
      </h1>
      {failure === null ? (
        <p role="status">{text('chats.start.opening', { name: card.name })}</p>
      ) : (
        <div role="alert" className="stack">
          <p>
            {text('chats.start.failed')} {failure}
          </p>
          <Button look="primary" onClick={() => void start()}>
            {text('shell.actions.retry')}
          </Button>
          <Link className={buttonClass('ghost')} to={exploreLink}>
            {text('chats.list.explore')}
          </Link>
        </div>
      )}
    </div>
  )
}

function isAgeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.name !== 'AgeNotOpen') return false
  const { data } = error
  return typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'age_unknown'
}
