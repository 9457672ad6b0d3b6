import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { errorData, errorMessage, isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
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

/**
 * Asks a visitor for their age before the first chat, and says what a guest gets. Both answers take the same two steps,
 * since neither can be changed here (A3, A4).
 */
export function GuestGate({ card, messages, next, onOpen }: GuestGateProps) {
  const text = useText()
  const locale = useLocale()
  const [chosen, setChosen] = useState<'adult' | 'minor' | null>(null)
  const [isMinor, setMinor] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function answer(event: FormEvent): Promise<void> {
    event.preventDefault()
    setFailure(chosen === null ? text('accounts.profile.ageMissing') : null)
    if (chosen === null || isBusy) return
    setBusy(true)
    try {
      await callApi('POST /api/guest/start', { body: { adult: chosen === 'adult' } })
      onOpen()
    } catch (error) {
      const isRefused = isApiError(error, 'AgeNotOpen') && errorData(error, 'AgeNotOpen')?.reason === 'under_18'
      if (isRefused) setMinor(true)
      else setFailure(errorMessage(error, text))
    } finally {
      setBusy(false)
    }
  }

  if (isMinor) return <MinorVisitor next={next} />
  return (
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
      <form className="stack guest-age" noValidate onSubmit={(event) => void answer(event)}>
        <RadioTiles
          label={text('accounts.profile.age')}
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setFailure(null)
          }}
          error={failure}
          options={(['minor', 'adult'] as const).map((value) => ({ value, label: text(`guests.age.${value}`) }))}
        />
        <Button type="submit" variant="primary" size="large" wide busy={isBusy}>
          {text('accounts.profile.confirm')}
        </Button>
        {/* Replaces this page, which Back would otherwise begin the chat from again. */}
        <Link replace className={buttonClass('ghost')} to={pathTo('login', locale, {}, { next })}>
          {text('guests.age.signIn')}
        </Link>
      </form>
      <p className="small faint">{text('guests.age.kept')}</p>
    </div>
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
