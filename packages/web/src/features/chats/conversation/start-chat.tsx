import type { ApiBody } from '@everkin/contract/api-types.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage, isAgeUnknown } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { CharacterAvatar } from '../../../ui/avatar.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'

interface StartChatProps {
  card: { id: string; name: string; avatar: string | null }
  body: ApiBody<'POST /api/chat/start'>
  exploreLink: string
  onStarted: (chat: Chat) => void
  /** The person has not entered an age yet: it is asked for first, then the chat starts. */
  isAgeMissing: boolean
  /** Called when the server requires an age first. */
  onAgeUnknown: (then: () => void) => void
}

/** Starts or resumes the chat for the card in the address. Uses a POST request, since a GET must not change data. */
export function StartChat({ card, body, exploreLink, onStarted, isAgeMissing, onAgeUnknown }: StartChatProps) {
  const text = useText()
  const [failure, setFailure] = useState<string | null>(null)
  const { card_id, group_id, fresh } = body

  async function start(): Promise<void> {
    setFailure(null)
    try {
      onStarted(await callApi('POST /api/chat/start', { body: { card_id, group_id, fresh } }))
    } catch (error) {
      if (isAgeUnknown(error)) onAgeUnknown(() => void start())
      setFailure(errorMessage(error, text))
    }
  }

  // Nothing is left to do once the age is saved: `isAgeMissing` is then false and the chat starts.
  const askForAge = () => onAgeUnknown(() => {})

  const startOnce = useEffectEvent(() => {
    if (isAgeMissing) askForAge()
    else void start()
  })
  // Once for each requested chat, not on every render: each start may open a new chat.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these determine which chat is started, and when
  useEffect(() => startOnce(), [isAgeMissing, card_id, group_id, fresh])

  return (
    <div className="start-chat">
      <CharacterAvatar url={card.avatar} id={card.id} name={card.name} size="huge" />
      <h1 className="title-2" dir="auto">
        {card.name}
      </h1>
      {isAgeMissing ? (
        <div className="stack">
          <p>{text('chats.start.ageNeeded')}</p>
          <Button variant="primary" onClick={askForAge}>
            {text('chats.start.addAge')}
          </Button>
          <Link className={buttonClass('ghost')} to={exploreLink}>
            {text('chats.list.explore')}
          </Link>
        </div>
      ) : failure === null ? (
        <p role="status">{text('chats.start.opening', { name: card.name })}</p>
      ) : (
        <div role="alert" className="stack">
          <p>
            {text('chats.start.failed')} {failure}
          </p>
          <Button variant="primary" onClick={() => void start()}>
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
