import { useState } from 'react'
import { Link } from 'react-router'
import { errorData, errorMessage, isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { Under18Dialog } from '../../features/accounts/under-18-dialog.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'
import './guests.css'

interface GuestGateProps {
  card: { id: string; type: 'single' | 'multiple'; name: string; avatar: string | null }
  /** How many messages a visitor may exchange. */
  messages: number
  /** Where sign-in leads back to. */
  next: string
  /** Called once the visitor is a guest. */
  onOpen: () => void
}

/** Asks a visitor for their age before the first chat (A3), and says what a guest gets. */
export function GuestGate({ card, messages, next, onOpen }: GuestGateProps) {
  const text = useText()
  const locale = useLocale()
  const [state, setState] = useState<'asked' | 'confirming' | 'minor'>('asked')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function answer(isAdult: boolean): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await callApi('POST /api/guest/start', { body: { adult: isAdult } })
      onOpen()
    } catch (error) {
      const isMinor = isApiError(error, 'AgeNotOpen') && errorData(error, 'AgeNotOpen')?.reason === 'under_18'
      setState(isMinor ? 'minor' : 'asked')
      if (!isMinor) setFailure(errorMessage(error, text))
    } finally {
      setBusy(false)
    }
  }

  if (state === 'minor') return <MinorVisitor next={next} />
  const gate = (
    <div className="start-chat">
      <Link
        className="icon-button"
        to={pathTo(card.type === 'single' ? 'card' : 'group', locale, { id: card.id })}
        aria-label={text('shell.actions.back')}
      >
        <Icon name="caret-left" mirror />
      </Link>
      <CharacterAvatar url={card.avatar} id={card.id} name={card.name} size="huge" />
      <h1 className="title-2">{text('guests.age.title')}</h1>
      <p className="muted">
        {text(card.type === 'single' ? 'guests.age.text' : 'guests.age.groupText', {
          name: card.name,
          count: messages,
        })}
      </p>
      <div className="stack">
        <Button variant="primary" size="large" wide aria-disabled={isBusy} onClick={() => void answer(true)}>
          {text('guests.age.adult')}
        </Button>
        <Button size="large" wide aria-disabled={isBusy} onClick={() => setState('confirming')}>
          {text('guests.age.minor')}
        </Button>
        {/* Replaces this page, which Back would otherwise begin the chat from again. */}
        <Link replace className={buttonClass('ghost')} to={pathTo('login', locale, {}, { next })}>
          {text('guests.age.signIn')}
        </Link>
      </div>
      {failure ? <p role="alert">{failure}</p> : null}
      <p className="small faint">{text('guests.age.kept')}</p>
    </div>
  )
  return (
    <>
      {gate}
      {state === 'confirming' ? (
        <Under18Dialog
          words={text('guests.age.minorText')}
          onBack={() => setState('asked')}
          onConfirm={() => void answer(false)}
        />
      ) : null}
    </>
  )
}

/**
 * For a visitor who has said that they are under 18: no chat without an account (A5, A8), and the way to someone who
 * listens.
 */
function MinorVisitor({ next }: Pick<GuestGateProps, 'next'>) {
  const servesTeens = useSiteConfig()?.audience === 'adults_and_teens'
  const text = useText()
  const locale = useLocale()
  return (
    <div className="start-chat">
      <h1 className="title-2">{text(servesTeens ? 'guests.minor.teensTitle' : 'safety.under18.title')}</h1>
      <p className="muted">{text(servesTeens ? 'guests.minor.teens' : 'guests.minor.text')}</p>
      <div className="stack">
        {servesTeens ? (
          <Link replace className={buttonClass('primary')} to={pathTo('login', locale, {}, { next })}>
            {text('guests.age.signIn')}
          </Link>
        ) : null}
        <Link className={buttonClass(servesTeens ? 'ghost' : 'primary')} to={pathTo('safety', locale)}>
          {text('guests.minor.help')}
        </Link>
        <Link className={buttonClass('ghost')} to={pathTo('index', locale)}>
          {text('chats.list.explore')}
        </Link>
      </div>
    </div>
  )
}
